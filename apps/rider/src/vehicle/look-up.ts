import type { scanVehicleQr, Vehicle } from '@salama/domain/vehicles/contract'
import { tryCall } from '@salama/http/call'
import type { z } from 'zod'

export type NotFound = 'unknown' | 'offline' | 'failed'

/** The vehicle of a sticker's code or URL, or the reason of a failure. */
export async function lookUp(text: string): Promise<z.infer<typeof Vehicle> | NotFound> {
  const query = { identifier: text.slice(0, 300) }
  const result = await tryCall<typeof scanVehicleQr>('GET /api/vehicle-lookup', { query })
  if (result.ok) return result.reply
  const { code } = result.problem
  if (code === 'network') return navigator.onLine ? 'failed' : 'offline'
  return code === 'not_found' || code === 'invalid_request' ? 'unknown' : 'failed'
}
