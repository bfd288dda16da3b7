import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getCollectionEntryPhoto as operation } from './contract.ts'
import { showPhoto } from './show-photo.ts'

/** The picture of an entry's photo, for a reviewer. @throws {DomainError} `role_required`, `not_found`, `unavailable` */
export const getCollectionEntryPhoto = useCase(operation, async (caller, { id, photoId }) =>
  showPhoto(await callRpc(caller, 'get_collection_entry_photo', { p_entry: id, p_id: photoId })),
)
