import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import { getCertificateInApp as inApp, getCertificate as operation } from './contract.ts'

const check = (caller: Caller, { code, locale }: { code: string; locale?: 'en' | 'sw' | undefined }) =>
  callRpc(caller, 'get_certificate', { p_code: code, p_locale: locale })

/** What a stranger may know of a certificate by its code. @throws {DomainError} `not_found` */
export const getCertificate = useCase(operation, check)
export const getCertificateInApp = useCase(inApp, check)
