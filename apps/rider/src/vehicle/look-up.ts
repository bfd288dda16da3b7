import type { scanVehicleQr, Vehicle } from '@salama/domain/vehicles/contract'
import { tryCall } from '@salama/http/call'
import type { z } from 'zod'
import { platesOf } from './did-you-mean.ts'

export type NotFound = 'unknown' | 'offline' | 'failed'

/** `didYouMean`: the known plates that look like the unknown one. */
type Missing = { because: NotFound; didYouMean: string[] }

/** The vehicle of a sticker's code or URL or of a plate, or the reason of a failure. */
export async function lookUp(text: string): Promise<{ vehicle: z.infer<typeof Vehicle> } | Missing> {
  const query = { identifier: text.slice(0, 300) }
  const result = await tryCall<typeof scanVehicleQr>('GET /api/vehicle-lookup', { query })
  if (result.ok) return { vehicle: result.reply }
  const { code, detail } = result.problem
  const because = () => {
    if (code === 'network') return navigator.onLine ? 'failed' : 'offline'
    return code === 'not_found' || code === 'invalid_request' ? 'unknown' : 'failed'
  }
  return { because: because(), didYouMean: platesOf(detail) }
}
