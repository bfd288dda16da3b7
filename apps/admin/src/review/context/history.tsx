'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { useLocale, useTranslations } from 'next-intl'
import { personName } from '../marks.tsx'
import { useEventWords } from './event-words.ts'
import { Part } from './part.tsx'
import { TimeLine } from './time-line.tsx'

/** Whether something waits again because its decision was undone, and not because a claim was given back. */
const isUndone = ({ from, to, note }: ReviewEntryDetail['history'][number]) =>
  to === 'pending' && from !== null && note !== null

/** What happened to the subject and to the entry, in the order in which it did. */
export function History({ entry }: { entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const eventWords = useEventWords()
  const locale = useLocale()
  const reasonOf = (code: string | null) => entry.reasons.find((reason) => reason.code === code)?.label[locale]
  const lines = [
    ...entry.events.map(({ at, to }, n) => ({ key: `event ${n}`, at, what: eventWords(to), who: null, more: [] })),
    ...entry.earlier.map((each) => ({
      key: each.id,
      at: each.decidedAt,
      what: t('earlier', { what: t(`state.${each.state}`) }),
      who: personName(each.decidedBy, t('author')),
      more: [reasonOf(each.reasonCode), each.note].filter((words) => typeof words === 'string'),
    })),
    ...entry.history.map((each, n) => ({
      key: `history ${n}`,
      at: each.at,
      what: t(`moved.${isUndone(each) ? 'undone' : each.to}`),
      who: each.actor && personName(each.actor, t('colleague')),
      more: [each.from === null ? undefined : reasonOf(each.reasonCode), each.note].filter(
        (words) => typeof words === 'string',
      ),
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <Part title={t('history')}>
      <TimeLine happened={lines} />
    </Part>
  )
}
