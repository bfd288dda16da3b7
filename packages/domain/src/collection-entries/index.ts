export { CollectionEntry, VEHICLE_CHECKS, VehicleFacts } from './contract.ts'
export { getCollectionEntry } from './get-collection-entry.ts'
export { listCollectionEntries } from './list-collection-entries.ts'
export { submitVehicleCollectionEntry } from './submit-vehicle-collection-entry.ts'
