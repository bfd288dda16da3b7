export {
  ReviewDecision,
  ReviewEntry,
  ReviewEntryDetail,
  ReviewKind,
  ReviewReason,
  ReviewState,
} from '../review-entries/contract.ts'
export { claimReviewEntry } from './claim-review-entry.ts'
export { getReviewEntry } from './get-review-entry.ts'
export { listReviewQueue } from './list-review-queue.ts'
export { previewReviewDecisions } from './preview-review-decisions.ts'
export { releaseReviewEntry } from './release-review-entry.ts'
export { submitReviewDecision } from './submit-review-decision.ts'
export { undoReviewDecision } from './undo-review-decision.ts'
