import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES } from '@salama/domain/shared'
import type { Entry } from '@salama/outbox/items.ts'
import { type Draft, isSensitive, privacyOfDraft } from '@/report/draft.ts'
import type { Received } from '@/report/send-report.ts'

export type ReportContent = {
  /** The draft; null once received, when it is erased from this phone. */
  draft: Draft | null
  /** The title in the list; null for a sensitive report. */
  category: Category | null
  /** Where it was, for the title; null unless its exact place is public. */
  place: { name: string; isStage: boolean } | null
  /** The receipt code; null with an account, and after it was shown and erased. */
  receiptCode: string | null
  /** Whether the receipt was shown. */
  shown: boolean
  /** The account key of the author, see account.ts. Null without an account. */
  account: string | null
}

export type ReportEntry = Entry<ReportContent, Received>

/** Whether this phone may show the exact time of a report: not where others learn it roughly or not at all. */
export const isTimePublic = (category: Category | null) =>
  category !== null && CATEGORIES[category].visibility === 'public'

const nameable = (category: Category | undefined) => (category === undefined || isSensitive(category) ? null : category)

function publicPlace(draft: Draft): ReportContent['place'] {
  const { place } = draft
  if (privacyOfDraft(draft) !== 'exact' || place?.name === undefined) return null
  return { name: place.name, isStage: place.kind === 'stop' }
}

export const contentOf = (draft: Draft, account: string | null): ReportContent => ({
  draft,
  category: nameable(draft.category),
  place: publicPlace(draft),
  receiptCode: account === null ? draft.receiptCode : null,
  shown: false,
  account,
})

/** What this phone keeps of a received report. */
export const afterArrival = (content: ReportContent): ReportContent => ({ ...content, draft: null })

/** The same report for sending without an account, with its own receipt. */
export const withoutAccount = (content: ReportContent): ReportContent => ({
  ...content,
  account: null,
  receiptCode: content.draft?.receiptCode ?? null,
})
