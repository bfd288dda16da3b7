import { useCase } from '../machinery/use-case.ts'
import * as auditContract from './audit-contract.ts'
import * as contract from './contract.ts'

export { exportAuditLog } from './export-audit-log.ts'
export { makeVehicleSticker } from './make-vehicle-sticker.ts'
export { printPosters } from './print-posters.ts'

export const getUserRoles = useCase(contract.getUserRoles)
export const listAuditLog = useCase(auditContract.listAuditLog)
export const listUsers = useCase(contract.listUsers)
export const reinstateUser = useCase(contract.reinstateUser)
export const replaceUserRoles = useCase(contract.replaceUserRoles)
export const searchConsole = useCase(contract.searchConsole)
export const suspendUser = useCase(contract.suspendUser)
export const resetSecondFactor = useCase(contract.resetSecondFactor)
