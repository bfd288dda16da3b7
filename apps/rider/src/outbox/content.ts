import type { Category } from '@salama/domain/incidents/contract'
import { type Draft, isSensitive } from '@/report/draft.ts'
import type { Received } from '@/report/send-report.ts'

/** A report in the outbox. */
export type ReportContent = {
  /** What was filled in; null when it has arrived, for then it is erased from this phone. */
  draft: Draft | null
  /** What to call it in the list; null for what a stranger should not come upon. */
  category: Category | null
  /** How its reporter looks back; null with an account, and when it has been shown and erased. */
  receiptCode: string | null
  /** The receipt has been on the screen. */
  shown: boolean
  /** Who wrote it: see account.ts. Null: nobody who was signed in. */
  account: string | null
}

export type ReportReply = Received

const nameable = (category: Category | undefined) => (category === undefined || isSensitive(category) ? null : category)

export const contentOf = (draft: Draft, account: string | null): ReportContent => ({
  draft,
  category: nameable(draft.category),
  receiptCode: account === null ? draft.receiptCode : null,
  shown: false,
  account,
})

/** What stays on this phone of a report that has arrived. */
export const afterArrival = (content: ReportContent): ReportContent => ({ ...content, draft: null })

/** The same to be sent as the report of this phone, which then has a receipt of its own. */
export const withoutAccount = (content: ReportContent): ReportContent => ({
  ...content,
  account: null,
  receiptCode: content.draft?.receiptCode ?? null,
})
