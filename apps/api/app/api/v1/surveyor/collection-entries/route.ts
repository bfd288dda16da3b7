import { listCollectionEntries, submitVehicleCollectionEntry } from '@salama/domain/collection-entries'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: listCollectionEntries,
  POST: submitVehicleCollectionEntry,
})
