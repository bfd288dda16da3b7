import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const assignReviewEntry = useCase(contract.assignReviewEntry)
export const claimReviewEntry = useCase(contract.claimReviewEntry)
export const getReviewEntry = useCase(contract.getReviewEntry)
export const listReviewQueue = useCase(contract.listReviewQueue)
export const previewReviewDecisions = useCase(contract.previewReviewDecisions)
export const releaseReviewEntry = useCase(contract.releaseReviewEntry)
export const reopenReviewEntry = useCase(contract.reopenReviewEntry)
export const submitReviewDecision = useCase(contract.submitReviewDecision)
export const submitReviewDecisions = useCase(contract.submitReviewDecisions)
export const undoReviewDecision = useCase(contract.undoReviewDecision)
export const watchReviewEntry = useCase(contract.watchReviewEntry)
