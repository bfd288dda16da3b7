import { pictureRoute } from '@/pictures/picture-route.ts'

export const { GET } = pictureRoute('locale', async () => null)
