import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getDocumentAcceptance as operation } from './contract.ts'

/** Whether the caller must be asked to accept a document. @throws {DomainError} `not_found` */
export const getDocumentAcceptance = useCase(operation, (caller, { documentKey }) =>
  callRpc(caller, 'get_document_acceptance', { p_key: documentKey }),
)
