import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { addCollectionEntryPhoto as operation } from './contract.ts'
import { storePhoto } from './store-photo.ts'

/**
 * Adds a photo to one's own collection entry, safe to repeat with the same `photoId`.
 *
 * @throws {DomainError} `not_found`, `id_reused`, `invalid_transition`, `report_full`, `unreadable_photo`, `unavailable`
 */
export const addCollectionEntryPhoto = useCase(operation, (caller, { id, photoId, bytes }) =>
  storePhoto(bytes, (shape) => callRpc(caller, 'add_collection_entry_photo', { p_entry: id, p_id: photoId, ...shape })),
)
