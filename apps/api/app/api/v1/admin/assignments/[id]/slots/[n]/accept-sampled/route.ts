import { acceptSampledSlot } from '@salama/domain/assignments'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: acceptSampledSlot })
