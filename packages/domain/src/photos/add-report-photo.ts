import { createHash } from 'node:crypto'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { putPicture } from '../machinery/photo-store.ts'
import { useCase } from '../machinery/use-case.ts'
import { addReportPhoto as operation } from './contract.ts'
import { redraw } from './redraw.ts'

/**
 * Adds a photo to a report, safe to repeat with the same `photoId`.
 *
 * The database says first whether it may be and notes it, then the picture is stored: if that fails the client is told so
 * and sends it again, and the repeat stores it.
 *
 * @throws {DomainError} `not_found`, `id_reused`, `invalid_transition`, `report_full`, `unreadable_photo`, `unavailable`
 */
export const addReportPhoto = useCase(operation, async (caller, { id, photoId, bytes }) => {
  const picture = await redraw(bytes)
  const noted = await callRpc(caller, 'add_report_photo', {
    p_report: id,
    p_id: photoId,
    p_sent_sha256: sha256(bytes),
    p_sha256: sha256(picture.bytes),
    p_bytes: picture.bytes.byteLength,
    p_width: picture.width,
    p_height: picture.height,
    p_device: 'device' in caller ? caller.device : undefined,
  })
  const { object, wanted } = Noted.parse(noted)
  if (wanted) await putPicture(object, picture.bytes)
  return noted
})

const Noted = z.object({ object: z.string(), wanted: z.boolean() })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
