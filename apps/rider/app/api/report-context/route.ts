import { getReportContext } from '@salama/domain/reports'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: getReportContext })
