import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { chooseDisplayName as operation } from './contract.ts'

/** Keeps the name that the caller wants to go by. @throws {DomainError} `invalid_request` */
export const chooseDisplayName = useCase(operation, (caller, { displayName }) =>
  callRpc(caller, 'choose_display_name', { p_display_name: displayName }),
)
