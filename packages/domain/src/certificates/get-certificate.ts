import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getCertificate as operation } from './contract.ts'

/** What a stranger may know of a certificate by its code. @throws {DomainError} `not_found` */
export const getCertificate = useCase(operation, (caller, { code, locale }) =>
  callRpc(caller, 'get_certificate', { p_code: code, p_locale: locale }),
)
