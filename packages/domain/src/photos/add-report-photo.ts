import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { addReportPhoto as operation } from './contract.ts'
import { storePhoto } from './store-photo.ts'

/**
 * Adds a photo to a report, safe to repeat with the same `photoId`.
 *
 * @throws {DomainError} `not_found`, `id_reused`, `invalid_transition`, `report_full`, `unreadable_photo`, `unavailable`
 */
export const addReportPhoto = useCase(operation, (caller, { id, photoId, bytes }) =>
  storePhoto(bytes, (shape) =>
    callRpc(caller, 'add_report_photo', {
      p_report: id,
      p_id: photoId,
      ...shape,
      p_device: 'device' in caller ? caller.device : undefined,
    }),
  ),
)
