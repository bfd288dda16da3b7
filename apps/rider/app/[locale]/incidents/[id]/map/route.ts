import { mapRoute } from '@/pictures/picture-route.ts'
import { incidentMap } from '@/pictures/scenes.ts'

export const { GET } = mapRoute('id', incidentMap)
