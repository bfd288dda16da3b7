import type { ReviewDecision, ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { REVIEW_DECISIONS } from '@salama/domain/shared'

/** The decision whose form is open. */
export type Task = ReviewDecision

/** From the page's query: an action that was started in the list. */
export const readTask = (value: unknown): Task | null => REVIEW_DECISIONS.find((decision) => decision === value) ?? null

/** The decisions available for an entry, by the reasons of its kind. Of a counted report only photos are decided. */
export function tasksOf({ subject, reasons }: Pick<ReviewEntryDetail, 'subject' | 'reasons'>): readonly Task[] {
  if (isForPhotos({ subject })) return ['approved', 'approved_with_edits', 'rejected', 'escalated']
  return REVIEW_DECISIONS.filter(
    (decision) => decision === 'approved' || reasons.some(({ decisions }) => decisions.includes(decision)),
  )
}

/** Whether the report already counts and only a later photo is under review. */
export const isForPhotos = ({ subject }: Pick<ReviewEntryDetail, 'subject'>) =>
  subject.kind === 'report' && (subject.state === 'accepted' || subject.state === 'linked')
