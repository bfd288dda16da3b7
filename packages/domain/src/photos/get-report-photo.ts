import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getReportPhoto as operation } from './contract.ts'
import { showPhoto } from './show-photo.ts'

/** The picture of a photo, for a reviewer. @throws {DomainError} `role_required`, `not_found`, `unavailable` */
export const getReportPhoto = useCase(operation, async (caller, { id, photoId }) =>
  showPhoto(await callRpc(caller, 'get_report_photo', { p_report: id, p_id: photoId })),
)
