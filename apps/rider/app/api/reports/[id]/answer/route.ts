import { answerReport } from '@salama/domain/reports'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: answerReport })
