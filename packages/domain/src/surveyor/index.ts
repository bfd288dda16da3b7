import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const endSurveyorSession = useCase(contract.endSurveyorSession)
export const getKnownVehicles = useCase(contract.getKnownVehicles)
export const getSurveyorSession = useCase(contract.getSurveyorSession)
export const getSurveyorStats = useCase(contract.getSurveyorStats)
export const listFieldNames = useCase(contract.listFieldNames)
export const startSurveyorSession = useCase(contract.startSurveyorSession)
export const touchSurveyorSession = useCase(contract.touchSurveyorSession)
