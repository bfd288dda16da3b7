import { ReviewDecision, type ReviewEntryDetail } from '@salama/domain/review-entries/contract'

/** What is being done with an entry: a decision that is being filled in. */
export type Task = ReviewDecision

/** From the address of the page: what was begun in the list. */
export const readTask = (value: unknown): Task | null => ReviewDecision.safeParse(value).data ?? null

/** What can be decided on an entry: what its kind has reasons for. Of a report that counts already only its photos are. */
export function tasksOf({ subject, reasons }: Pick<ReviewEntryDetail, 'subject' | 'reasons'>): readonly Task[] {
  if (isForPhotos({ subject })) return ['approved', 'approved_with_edits', 'rejected', 'escalated']
  return ReviewDecision.options.filter(
    (decision) => decision === 'approved' || reasons.some(({ decisions }) => decisions.includes(decision)),
  )
}

/** Whether a report counts already and only a photo that came later is looked at. */
export const isForPhotos = ({ subject }: Pick<ReviewEntryDetail, 'subject'>) =>
  subject.kind === 'report' && (subject.state === 'accepted' || subject.state === 'linked')
