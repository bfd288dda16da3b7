import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const addToReceipt = useCase(contract.addToReceipt)
export const addToReport = useCase(contract.addToReport)
export const answerReceipt = useCase(contract.answerReceipt)
export const getReceipt = useCase(contract.getReceipt)
export const withdrawReceipt = useCase(contract.withdrawReceipt)
