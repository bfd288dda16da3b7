import { endSurveyorSession } from '@salama/domain/surveyor'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: endSurveyorSession })
