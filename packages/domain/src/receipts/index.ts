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
 * Adds a photo to the report of a receipt, idempotent by `id`.
 * @throws {DomainError} `not_found`, `id_reused`, `invalid_transition`, `report_full`, `unreadable_photo`,
 *   `unavailable`
 */
export const addPhotoToReceipt = useCase(contract.addPhotoToReceipt, ({ requestId }, { code, id, picture }) => {
  const caller = { kind: 'visitor', requestId } as const
  const of = { p_code: code, p_id: id }
  return storePhoto(
    Buffer.from(picture, 'base64'),
    (sent) => callRpc(caller, 'check_photo_to_receipt', { ...of, ...sent }),
    (shape) => callRpc(caller, 'add_photo_to_receipt', { ...of, ...shape }),
  )
})
