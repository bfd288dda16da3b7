import { beginNewestCourseVersion } from '@salama/domain/learning'
import { withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { coursePage } from '@/form-pages.ts'

const handlers = route({ POST: beginNewestCourseVersion })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, coursePage)
