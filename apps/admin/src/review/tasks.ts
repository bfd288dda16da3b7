import { ReviewDecision, type ReviewEntryDetail, type ReviewKind } from '@salama/domain/review-entries/contract'

/** What is being done with an entry: a decision that is being filled in. */
export type Task = ReviewDecision

/** From the address of the page: what was begun in the list. */
export const readTask = (value: unknown): Task | null => ReviewDecision.safeParse(value).data ?? null

const TASKS: Record<ReviewKind, readonly Task[]> = {
  report: ['approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated'],
  feedback: ['approved', 'rejected', 'duplicate', 'escalated'],
  collection_entry: ['approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated'],
  dispute: ['approved', 'approved_with_edits', 'rejected', 'duplicate', 'escalated'],
}

/** What can be decided on an entry. Of a report that counts already only its photos are decided. */
export function tasksOf({ kind, subject }: Pick<ReviewEntryDetail, 'kind' | 'subject'>): readonly Task[] {
  if (isForPhotos({ subject })) return ['approved', 'approved_with_edits', 'rejected', 'escalated']
  return TASKS[kind]
}

/** Whether a report counts already and only a photo that came later is looked at. */
export const isForPhotos = ({ subject }: Pick<ReviewEntryDetail, 'subject'>) =>
  subject.kind === 'report' && (subject.state === 'accepted' || subject.state === 'linked')
