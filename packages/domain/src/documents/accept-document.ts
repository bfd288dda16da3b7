import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import { acceptDocumentInApp as inApp, acceptDocument as operation } from './contract.ts'

const accept = (caller: Caller, { documentKey, version }: { documentKey: string; version: string }) =>
  callRpc(caller, 'accept_document', { p_key: documentKey, p_version: version })

/**
 * Keeps that the caller accepts a version of a document, with the first time.
 *
 * @throws {DomainError} `not_found`, `invalid_request` (no such version)
 */
export const acceptDocument = useCase(operation, accept)

/** `acceptDocument` at the address that the apps give it. */
export const acceptDocumentInApp = useCase(inApp, accept)
