import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { readPicture } from '../machinery/photo-store.ts'
import { useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import * as contract from './contract.ts'

/** The picture of an entry's photo, for reviewers. @throws {DomainError} `role_required`, `not_found`, `unavailable` */
export const getCollectionEntryPhoto = useCase(contract.getCollectionEntryPhoto, async (caller, { id, photoId }) =>
  withPicture(await callRpc(caller, 'get_collection_entry_photo', { p_entry: id, p_id: photoId })),
)

/** The same of a report's photo. @throws {DomainError} as above */
export const getReportPhoto = useCase(contract.getReportPhoto, async (caller, { id, photoId }) =>
  withPicture(await callRpc(caller, 'get_report_photo', { p_report: id, p_id: photoId })),
)

const Photo = z.looseObject({ object: z.string() })

/** What the database returned for a photo, with its picture. */
async function withPicture(answer: unknown) {
  const photo = Photo.parse(answer)
  const bytes = await readPicture(photo.object)
  if (bytes === null) throw new DomainError('not_found')
  return { ...photo, mediaType: 'image/webp', base64: Buffer.from(bytes).toString('base64') }
}
