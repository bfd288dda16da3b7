import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const chooseAdminAlerts = useCase(contract.chooseAdminAlerts)
export const listAdminAlerts = useCase(contract.listAdminAlerts)
export const readAdminAlerts = useCase(contract.readAdminAlerts)
