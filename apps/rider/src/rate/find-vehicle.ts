import { DomainError } from '@salama/domain/shared'
import { scanVehicleQr } from '@salama/domain/vehicles'
import { getVisitor } from '@salama/session'
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

/** The known plates that look like the unknown one in a URL. */
export const findPlatesLike = async (code: string) => (await lookUp(code)).didYouMean
