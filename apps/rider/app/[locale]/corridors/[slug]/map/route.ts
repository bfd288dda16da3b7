import { mapRoute } from '@/pictures/picture-route.ts'
import { corridorMap } from '@/pictures/scenes.ts'

export const { GET } = mapRoute('slug', corridorMap)
