import { pictureRoute } from '@/pictures/picture-route.ts'
import { vehiclePicture } from '@/pictures/words.ts'

export const { GET } = pictureRoute('code', vehiclePicture)
