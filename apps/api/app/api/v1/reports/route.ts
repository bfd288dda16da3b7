import { listOwnReports, submitIncidentReport } from '@salama/domain/reports'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: listOwnReports,
  POST: submitIncidentReport,
})
