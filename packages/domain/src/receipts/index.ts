import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const addToReceipt = useCase(contract.addToReceipt)
export const answerReceipt = useCase(contract.answerReceipt)
export const lookAtReceipt = useCase(contract.lookAtReceipt)
export const withdrawReceipt = useCase(contract.withdrawReceipt)
