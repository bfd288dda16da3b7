import { retryFailedJobs } from '@salama/domain/jobs'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: retryFailedJobs })
