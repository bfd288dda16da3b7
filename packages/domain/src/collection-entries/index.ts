import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { submitEntryInApp, submitVehicleCollectionEntry } from './submit-vehicle-collection-entry.ts'

export const getCollectionEntry = useCase(contract.getCollectionEntry)
export const listCollectionEntries = useCase(contract.listCollectionEntries)
