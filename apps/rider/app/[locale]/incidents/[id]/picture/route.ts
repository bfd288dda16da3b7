import { pictureRoute } from '@/pictures/picture-route.ts'
import { incidentPicture } from '@/pictures/words.ts'

export const { GET } = pictureRoute('id', incidentPicture)
