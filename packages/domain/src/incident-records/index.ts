import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const getIncidentRecord = useCase(contract.getIncidentRecord)
export const listIncidentRecords = useCase(contract.listIncidentRecords)
export const mergeIncident = useCase(contract.mergeIncident)
export const restoreIncident = useCase(contract.restoreIncident)
export const retractIncident = useCase(contract.retractIncident)
export const splitIncident = useCase(contract.splitIncident)
