import { beginNewestCourseVersion } from '@salama/domain/learning'
import { withForm } from '@salama/session'
import { coursePage } from '@/form-pages.ts'
import { route } from '@/route.ts'

const handlers = route({ POST: beginNewestCourseVersion })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, coursePage)
