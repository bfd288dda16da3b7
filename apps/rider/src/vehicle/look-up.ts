import type { Vehicle } from '@salama/domain/vehicles/contract'
import { ask, problemIn } from '@salama/ui/ask.ts'
import type { z } from 'zod'

export type NotFound = 'unknown' | 'offline' | 'failed'

/** The vehicle of a sticker's code or address, or why there is no answer. */
export async function lookUp(text: string, timeoutMs?: number): Promise<z.infer<typeof Vehicle> | NotFound> {
  const query = new URLSearchParams({ identifier: text.slice(0, 300) })
  try {
    return await ask<z.infer<typeof Vehicle>>(`/api/vehicle-lookup?${query}`, { ...(timeoutMs && { timeoutMs }) })
  } catch (error) {
    const { code } = problemIn(error)
    if (code === 'network') return navigator.onLine ? 'failed' : 'offline'
    return code === 'not_found' || code === 'invalid_request' ? 'unknown' : 'failed'
  }
}
