import { DomainError, searched } from '@salama/domain/shared'
import { scanVehicleQr, searchVehicleProfiles } from '@salama/domain/vehicles'
import { getVisitor } from '@salama/session'
import { looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { cache } from 'react'
import { platesOf } from '@/vehicle/did-you-mean.ts'

/** Read once per request. */
const lookUp = cache(async (code: string) => {
  try {
    const { data: input } = scanVehicleQr.operation.query.safeParse({ identifier: decodeURIComponent(code) })
    return { vehicle: input ? await scanVehicleQr(await getVisitor(), input) : null, didYouMean: [] }
  } catch (error) {
    if (error instanceof URIError) return { vehicle: null, didYouMean: [] }
    if (error instanceof DomainError && error.slug === 'not_found')
      return { vehicle: null, didYouMean: platesOf(error.detail) }
    throw error
  }
})

/** The vehicle of the code in a URL, or null. */
export const findVehicle = async (code: string) => (await lookUp(code)).vehicle

/** The plate in a URL as a key, where it has a form of the city's plates; else null. */
export function plateIn(code: string): string | null {
  try {
    const typed = decodeURIComponent(code)
    return looksLikePlate(typed) ? plateKey(typed) : null
  } catch {
    return null
  }
}

/** The known vehicles that may be meant by a typed text: a part of a plate, one that looks alike, a fleet name. */
export const findLike = async (typed: string) =>
  searched(typed) === '' ? [] : (await searchVehicleProfiles(await getVisitor(), { q: typed, limit: 8 })).data

/** The known plates that look like the unknown one in a URL. */
export const findPlatesLike = async (code: string) => (await lookUp(code)).didYouMean
