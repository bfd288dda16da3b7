import { submitStageCount } from '@salama/domain/stage-counts'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: submitStageCount })
