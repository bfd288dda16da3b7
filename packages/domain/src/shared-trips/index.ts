import { rpcOf, useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import * as contract from './contract.ts'

const read = rpcOf(contract.getSharedTrip)

export const endSharedTrip = useCase(contract.endSharedTrip)
/** That a trip has ended is what whoever watches waits for, and no error. */
export const getSharedTrip = useCase(contract.getSharedTrip, async (caller, input) => {
  try {
    return { trip: await read(caller, input) }
  } catch (error) {
    if (error instanceof DomainError && error.slug === 'not_found') return { trip: null }
    throw error
  }
})
export const shareTrip = useCase(contract.shareTrip)
export const updateSharedTrip = useCase(contract.updateSharedTrip)
