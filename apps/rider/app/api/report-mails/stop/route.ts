import { stopReportMails } from '@salama/domain/receipts'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: stopReportMails })
