import { pictureRoute } from '@/pictures/picture-route.ts'
import { routePicture } from '@/pictures/words.ts'

export const { GET } = pictureRoute('slug', routePicture)
