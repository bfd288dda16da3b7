import { isTemporary, needsSignIn } from '@salama/http/call'
import { type FileOutcome, type Item, type ItemFile, isDone, type Outcome, type Problem } from '@salama/outbox/items.ts'
import { createOutbox } from '@salama/outbox/outbox.ts'
import { isPhoto } from '@salama/outbox/use-photos.ts'
import { clockOfDraft, type Draft } from '@/report/draft.ts'
import { type Body, reportBody } from '@/report/report-body.ts'
import {
  type Addition,
  isProblem,
  type Received,
  type SendProblem,
  sendAddition,
  sendPhoto,
  sendReport,
} from '@/report/send-report.ts'
import { afterArrival, type ReportContent } from './content.ts'

// The outbox of this phone's reports (guarantees: packages/outbox), shared by the page and the service worker.

type ReportItem = Item<ReportContent, Received>

const asProblem = (problem: SendProblem): Problem => ({ code: problem.code, detail: problem })

/** Of this attempt, so that the server can take off the error of this phone's clock. */
const sentAt = (draft: Draft, { occurredAt }: Body): Pick<Body, 'sentAt'> =>
  occurredAt === undefined ? {} : { sentAt: new Date(clockOfDraft(draft)).toISOString() }

async function send({ content }: ReportItem): Promise<Outcome<ReportContent, Received>> {
  const { draft, account, receiptCode } = content
  const body = draft && reportBody(draft)
  if (draft === null || body === null) return { is: 'refused', problem: { code: 'invalid_request' } }
  const answer = await sendReport(
    { ...body, ...sentAt(draft, body), ...(receiptCode !== null && { receiptCode }) },
    account,
  )
  if (!isProblem(answer)) return { is: 'received', reply: answer, left: afterArrival(content) }
  if (needsSignIn(answer.code)) return { is: 'sign_in' }
  if (isTemporary(answer.code)) return { is: 'waiting', problem: asProblem(answer), retryAfterS: answer.retryAfterS }
  return { is: 'refused', problem: asProblem(answer) }
}

async function sendFile({ id, content }: ReportItem, file: ItemFile): Promise<FileOutcome> {
  const problem = isPhoto(file)
    ? await sendPhoto(id, file.id, file.blob, content.account)
    : await sendAddition(id, file.id, JSON.parse(await file.blob.text()), content.account)
  if (problem === null) return { is: 'received' }
  // The report was received for that account; the file waits until they sign in again.
  if (isTemporary(problem.code) || needsSignIn(problem.code))
    return { is: 'waiting', problem: asProblem(problem), retryAfterS: problem.retryAfterS }
  return { is: 'refused', problem: asProblem(problem) }
}

export const reportOutbox = createOutbox<ReportContent, Received>({
  name: 'salama-rider.outbox',
  send,
  sendFile,
})

/** Adds to a report: stored on this phone, and sent when the report has been received. */
export async function addToReport(id: string, addition: Addition): Promise<void> {
  await reportOutbox.addFile(id, new Blob([JSON.stringify(addition)], { type: 'application/json' }))
  reportOutbox.flush({ eager: true }).catch(() => null) // its status shows the result
}

const DAY_MS = 24 * 3600 * 1000
/** Whether a receipt was never shown. */
const UNSEEN_MS = 30 * DAY_MS

/** Deletes items received more than a day ago, and photos of abandoned drafts. */
export async function tidyOutbox(nowMs = Date.now()): Promise<void> {
  for (const entry of await reportOutbox.list()) {
    const { content } = entry.item
    const retainMs = content.receiptCode === null || content.shown ? DAY_MS : UNSEEN_MS
    if (isDone(entry)) await reportOutbox.removeAfter(entry.item, retainMs, nowMs)
  }
  await reportOutbox.sweep()
}

/** The problem from the server's response. */
export function sendProblemOf(problem: Problem | null): SendProblem | null {
  const detail = problem?.detail
  // Written by `asProblem` into this phone's own database.
  return detail !== undefined && typeof detail === 'object' && detail !== null && 'paths' in detail
    ? (detail as SendProblem)
    : null
}
