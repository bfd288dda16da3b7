import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getDocument as operation } from './contract.ts'

/** The text of a document; anybody may read it. @throws {DomainError} `not_found` */
export const getDocument = useCase(operation, (caller, { documentKey, version, locale }) =>
  callRpc(caller, 'get_document', { p_key: documentKey, p_version: version, p_locale: locale }),
)
