import { DomainError } from '@salama/domain/shared'
import { scanVehicleQr } from '@salama/domain/vehicles'
import { getVisitor } from '@salama/session'
import { cache } from 'react'

/** The vehicle of the code in a URL, or null. Read once per request. */
export const findVehicle = cache(async (code: string) => {
  try {
    const { data: input } = scanVehicleQr.operation.query.safeParse({ identifier: decodeURIComponent(code) })
    return input ? await scanVehicleQr(await getVisitor(), input) : null
  } catch (error) {
    if (error instanceof URIError || (error instanceof DomainError && error.slug === 'not_found')) return null
    throw error
  }
})
