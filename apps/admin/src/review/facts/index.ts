'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { collectionEntryFacts } from './collection-entry.ts'
import { type Fact, fact, type Say } from './fact.ts'
import { feedbackFacts } from './feedback.ts'
import { incidentFacts } from './incident.ts'
import { reportFacts } from './report.ts'

export type { Fact, Say } from './fact.ts'

export const useSay = (): Say => ({
  t: useTranslations('review'),
  category: useTranslations('categories'),
  tag: useTranslations('tags'),
  incidents: useTranslations('incidents'),
  times: useTimes(),
})

/** What the subject of an entry says. */
export function subjectFacts({ subject, state, edits }: ReviewEntryDetail, say: Say): Fact[] {
  switch (subject.kind) {
    case 'report':
      return reportFacts(subject, say)
    case 'feedback':
      return feedbackFacts(subject, say)
    case 'collection_entry':
      return collectionEntryFacts(subject, state === 'approved_with_edits' ? edits : null, say)
    case 'dispute':
      return incidentFacts(subject, say)
  }
}

/** What a reviewer would want to know before deciding: the subject, and what colleagues did with the entry. */
export function useAllFacts() {
  const say = useSay()
  const locale = useLocale()
  return (entry: ReviewEntryDetail): Fact[] => {
    const { t } = say
    const reason = entry.reasons.find(({ code }) => code === entry.reasonCode)?.label[locale]
    const who = entry.decidedBy ?? entry.escalatedBy
    return [
      ...fact(say, 'state', t(`state.${entry.state === 'claimed' ? 'pending' : entry.state}`)),
      ...fact(say, 'by', who && (who.displayName ?? who.email ?? t('colleague'))),
      ...fact(say, 'reason', reason),
      ...fact(say, 'siblings', entry.subject.siblings.length.toString()),
      ...subjectFacts(entry, say),
    ]
  }
}

/** What is not the same in two lists of facts, with both values; null where there was or is none. */
export const differencesOf = (before: readonly Fact[], after: readonly Fact[]) =>
  [...new Map([...before, ...after].map(({ key, label }) => [key, label]))].flatMap(([key, label]) => {
    const [was, is] = [before, after].map((list) => list.find((each) => each.key === key)?.value ?? null)
    return was === is ? [] : [{ key, label, was: was ?? null, is: is ?? null }]
  })
