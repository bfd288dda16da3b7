import { getReceipt } from '@salama/domain/receipts'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: getReceipt })
