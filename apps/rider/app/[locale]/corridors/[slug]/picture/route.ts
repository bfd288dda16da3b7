import { pictureRoute } from '@/pictures/picture-route.ts'
import { corridorPicture } from '@/pictures/words.ts'

export const { GET } = pictureRoute('slug', corridorPicture)
