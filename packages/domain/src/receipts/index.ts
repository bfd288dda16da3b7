import { callRpc } from '../machinery/call-rpc.ts'
import { storePhoto } from '../machinery/store-photo.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const addToReceipt = useCase(contract.addToReceipt)
export const addToReport = useCase(contract.addToReport)
export const answerReceipt = useCase(contract.answerReceipt)
export const getReceipt = useCase(contract.getReceipt)
export const mailReceipt = useCase(contract.mailReceipt)
export const stopReportMails = useCase(contract.stopReportMails)
export const withdrawReceipt = useCase(contract.withdrawReceipt)

/**
 * Adds a photo to the report of a receipt, idempotent by `id`. A wrong code is refused before the picture is decoded.
 *
 * @throws {DomainError} `not_found`, `id_reused`, `invalid_transition`, `report_full`, `unreadable_photo`,
 *   `unavailable`
 */
export const addPhotoToReceipt = useCase(contract.addPhotoToReceipt, async ({ requestId }, { code, id, picture }) => {
  const caller = { kind: 'visitor', requestId } as const
  await callRpc(caller, 'get_receipt', { p_code: code })
  return storePhoto(Buffer.from(picture, 'base64'), (shape) =>
    callRpc(caller, 'add_photo_to_receipt', { p_code: code, p_id: id, ...shape }),
  )
})
