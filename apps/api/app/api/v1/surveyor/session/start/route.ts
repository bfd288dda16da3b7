import { startSurveyorSession } from '@salama/domain/surveyor'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: startSurveyorSession })
