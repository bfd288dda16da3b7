import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const endSharedTrip = useCase(contract.endSharedTrip)
export const getSharedTrip = useCase(contract.getSharedTrip)
export const shareTrip = useCase(contract.shareTrip)
export const updateSharedTrip = useCase(contract.updateSharedTrip)
