import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const submitStageCount = useCase(contract.submitStageCount)
