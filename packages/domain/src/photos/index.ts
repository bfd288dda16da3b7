import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { readPicture } from '../machinery/photo-store.ts'
import { thumbnail } from '../machinery/redraw-photo.ts'
import { storePhoto } from '../machinery/store-photo.ts'
import { useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import * as contract from './contract.ts'

/**
 * Adds a photo to one's own collection entry, idempotent by `photoId`.
 * @throws {DomainError} `not_found`, `id_reused`, `invalid_transition`, `report_full`, `unreadable_photo`,
 *   `unavailable`
 */
export const addCollectionEntryPhoto = useCase(contract.addCollectionEntryPhoto, (caller, { id, photoId, bytes }) => {
  const of = { p_entry: id, p_id: photoId }
  return storePhoto(
    bytes,
    (sent) => callRpc(caller, 'check_collection_entry_photo', { ...of, ...sent }),
    (shape) => callRpc(caller, 'add_collection_entry_photo', { ...of, ...shape }),
  )
})

/** The same for a report, which may be from a phone without a signed-in user. @throws {DomainError} as above */
export const addReportPhoto = useCase(contract.addReportPhoto, (caller, { id, photoId, bytes }) => {
  const of = { p_report: id, p_id: photoId, p_device: 'device' in caller ? caller.device : undefined }
  return storePhoto(
    bytes,
    (sent) => callRpc(caller, 'check_report_photo', { ...of, ...sent }),
    (shape) => callRpc(caller, 'add_report_photo', { ...of, ...shape }),
  )
})

/** The picture of an entry's photo, for reviewers. @throws {DomainError} `role_required`, `not_found`, `unavailable` */
export const getCollectionEntryPhoto = useCase(
  contract.getCollectionEntryPhoto,
  async (caller, { id, photoId, size }) =>
    withPicture(size, await callRpc(caller, 'get_collection_entry_photo', { p_entry: id, p_id: photoId })),
)

/** The same of a report's photo. @throws {DomainError} as above */
export const getReportPhoto = useCase(contract.getReportPhoto, async (caller, { id, photoId, size }) =>
  withPicture(size, await callRpc(caller, 'get_report_photo', { p_report: id, p_id: photoId })),
)

/** The picture of a photo of one's own report. @throws {DomainError} `unauthenticated`, `not_found`, `unavailable` */
export const getOwnReportPhoto = useCase(contract.getOwnReportPhoto, async (caller, { id, photoId, size }) =>
  withPicture(size, await callRpc(caller, 'get_own_report_photo', { p_report: id, p_id: photoId })),
)

/** The same of one's own entry. @throws {DomainError} as above */
export const getOwnCollectionEntryPhoto = useCase(
  contract.getOwnCollectionEntryPhoto,
  async (caller, { id, photoId, size }) =>
    withPicture(size, await callRpc(caller, 'get_own_collection_entry_photo', { p_entry: id, p_id: photoId })),
)

const Photo = z.looseObject({ object: z.string() })

/** What the database returned for a photo, with its picture or its thumbnail. */
async function withPicture(size: 'full' | 'thumbnail' | undefined, answer: unknown) {
  const photo = Photo.parse(answer)
  const bytes = await readPicture(photo.object)
  if (bytes === null) throw new DomainError('not_found')
  const shown = size === 'thumbnail' ? { ...photo, ...(await thumbnail(bytes)) } : { ...photo, bytes }
  return { ...shown, mediaType: 'image/webp', base64: Buffer.from(shown.bytes).toString('base64') }
}
