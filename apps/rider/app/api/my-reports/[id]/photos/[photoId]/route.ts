import { getOwnReportPhoto } from '@salama/domain/photos'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getOwnReportPhoto })
