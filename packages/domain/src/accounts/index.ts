import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { CurrentUser } from './contract.ts'
export { deleteOwnAccount } from './delete-own-account.ts'
export { registerDevice } from './register-device.ts'

export const chooseDisplayName = useCase(contract.chooseDisplayName, (caller, { displayName }) =>
  callRpc(caller, 'choose_display_name', { p_display_name: displayName }),
)
export const exportOwnData = useCase(contract.exportOwnData)
export const getCurrentUser = useCase(contract.getCurrentUser)
