import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { submitVehicleCollectionEntry, submitEntryInApp } from './submit-vehicle-collection-entry.ts'

export const getCollectionEntry = useCase(contract.getCollectionEntry)
export const listCollectionEntries = useCase(contract.listCollectionEntries)
