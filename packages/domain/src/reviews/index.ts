import { useCase } from '../machinery/use-case.ts'
import * as authorContract from './author-contract.ts'
import * as bulkContract from './bulk-contract.ts'
import * as contract from './contract.ts'
import * as decisionsContract from './decisions-contract.ts'

export const agreeToReviewReversal = useCase(decisionsContract.agreeToReviewReversal)
export const askReviewReversal = useCase(decisionsContract.askReviewReversal)
export const assignReviewEntry = useCase(contract.assignReviewEntry)
export const claimReviewEntry = useCase(contract.claimReviewEntry)
export const getReviewEntry = useCase(contract.getReviewEntry)
export const listReviewQueue = useCase(contract.listReviewQueue)
export const openAuthor = useCase(authorContract.openAuthor)
export const previewReviewDecisions = useCase(bulkContract.previewReviewDecisions)
export const releaseReviewEntry = useCase(contract.releaseReviewEntry)
export const reopenReviewEntry = useCase(contract.reopenReviewEntry)
export const restrictAuthor = useCase(authorContract.restrictAuthor)
export const submitReviewDecision = useCase(decisionsContract.submitReviewDecision)
export const submitReviewDecisions = useCase(bulkContract.submitReviewDecisions)
export const undoReviewBatch = useCase(bulkContract.undoReviewBatch)
export const undoReviewDecision = useCase(decisionsContract.undoReviewDecision)
export const watchReviewEntry = useCase(contract.watchReviewEntry)
export const withdrawReviewReversal = useCase(decisionsContract.withdrawReviewReversal)
