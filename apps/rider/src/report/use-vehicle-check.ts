import type { Vehicle } from '@salama/domain/vehicles/contract'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { canBePlate, looksLikePlate } from '@salama/ui/incidents/plate.ts'
import type { z } from 'zod'
import { lookUp } from '@/vehicle/look-up.ts'
import { asVehicle } from './draft.ts'

/**
 * What the register says of a vehicle while it is typed. `alike`: not registered, but plates that look like it are; `odd`: no form of the city's plates, and not registered;
 * `unchecked`: there was no answer.
 */
export type VehicleCheck =
  | { state: 'none' | 'checking' | 'unchecked' | 'unknown' | 'odd' }
  | { state: 'alike'; plates: string[] }
  | { state: 'known'; vehicle: z.infer<typeof Vehicle> }

/** A code has V- and eight characters, a plate at least four. */
const isWhole = (text: string) => (asVehicle(text).kind === 'code' ? text.length >= 8 : canBePlate(text))

/** Looks up a vehicle while it is typed. */
export function useVehicleCheck(typed: string): VehicleCheck {
  const text = typed.trim()
  const wanted = isWhole(text) ? text : ''
  const { found, isCurrent } = useDebouncedSearch(wanted, lookUp, { debounceMs: 400 })
  if (wanted === '') return { state: text.length >= 5 && !canBePlate(text) ? 'odd' : 'none' }
  if (!isCurrent || !found) return { state: 'checking' }
  if ('vehicle' in found.result) return { state: 'known', vehicle: found.result.vehicle }
  const { because, didYouMean } = found.result
  if (didYouMean.length > 0) return { state: 'alike', plates: didYouMean }
  const isOdd = asVehicle(text).kind === 'plate' && !looksLikePlate(text)
  if (isOdd) return { state: 'odd' }
  return { state: because === 'unknown' ? 'unknown' : 'unchecked' }
}
