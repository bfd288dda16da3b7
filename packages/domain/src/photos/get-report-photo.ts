import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { readPicture } from '../machinery/photo-store.ts'
import { useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import { getReportPhoto as operation } from './contract.ts'

/** The picture of a photo, for a reviewer. @throws {DomainError} `role_required`, `not_found`, `unavailable` */
export const getReportPhoto = useCase(operation, async (caller, { id, photoId }) => {
  const photo = Photo.parse(await callRpc(caller, 'get_report_photo', { p_report: id, p_id: photoId }))
  const bytes = await readPicture(photo.object)
  if (bytes === null) throw new DomainError('not_found')
  return { ...photo, mediaType: 'image/webp', base64: Buffer.from(bytes).toString('base64') }
})

const Photo = z.looseObject({ object: z.string() })
