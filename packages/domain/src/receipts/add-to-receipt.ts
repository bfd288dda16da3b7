import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { asHolder } from './as-holder.ts'
import { addToReceipt as operation } from './contract.ts'

/**
 * Adds words beside a report, safe to repeat with the same `id`.
 *
 * @throws {DomainError} `not_found`, `id_reused`, `report_full`,
 * `invalid_transition`
 */
export const addToReceipt = useCase(operation, (caller, { code, id, words }) =>
  callRpc(asHolder(caller), 'add_to_receipt', { p_code: code, p_id: id, p_words: words }),
)
