import { mapRoute } from '@/pictures/picture-route.ts'
import { routeMap } from '@/pictures/scenes.ts'

export const { GET } = mapRoute('slug', routeMap)
