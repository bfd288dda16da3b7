import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const submitCountInApp = useCase(contract.submitCountInApp)
export const submitStageCount = useCase(contract.submitStageCount)
