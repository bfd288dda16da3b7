import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'
import * as listContract from './list-contract.ts'

export const getIncidentRecord = useCase(contract.getIncidentRecord)
export const listIncidentRecords = useCase(listContract.listIncidentRecords)
export const mergeIncident = useCase(contract.mergeIncident)
export const restoreIncident = useCase(contract.restoreIncident)
export const retractIncident = useCase(contract.retractIncident)
export const splitIncident = useCase(contract.splitIncident)
