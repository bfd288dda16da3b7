import { isErrorSlug, MAX_QUIZ_TRIES } from '@salama/domain/shared'
import { type Entry, type Item, type ItemStatus, itemStatus } from '@salama/outbox/items.ts'
import { leftMs } from '@salama/outbox/retry.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { StatusLine } from '@salama/ui/outbox/outbox-entries.tsx'
import { useTranslations } from 'next-intl'
import type { CompletionContent, CompletionReply } from './content.ts'

export type CompletionEntry = Entry<CompletionContent, CompletionReply>

const MINUTE_MS = 60_000

/** When a rate-limited item is retried, rounded up to the minute; null for all others. */
export function timeOf(item: Item<CompletionContent, CompletionReply>, status: ItemStatus): Date | null {
  if (status !== 'waiting' || item.problem?.code !== 'rate_limited') return null
  return new Date(Math.ceil((Date.now() + leftMs(item)) / MINUTE_MS) * MINUTE_MS)
}

/** The status of a completion; never "passed" or "received" before the server has confirmed it. */
export function CompletionState({ entry }: { entry: CompletionEntry }) {
  const t = useTranslations('outbox')
  const { clock } = useTimes()
  const { item } = entry
  const status = itemStatus(item, Date.now())
  const time = timeOf(item, status)
  return (
    <div role="status" className="flex flex-col items-start gap-2">
      <StatusLine key={status} status={status} isTimed={time !== null}>
        {time
          ? t('goesAt', { time: clock(time) })
          : t(`state.${status}`, { time: clock(new Date(item.receivedAt ?? 0)) })}
      </StatusLine>
      <Why entry={entry} status={status} isTimed={time !== null} />
    </div>
  )
}

function Why({ entry: { item }, status, isTimed }: { entry: CompletionEntry; status: ItemStatus; isTimed: boolean }) {
  const t = useTranslations('outbox')
  const failed = useTranslations('errors')
  const { isQuiz } = item.content
  const code = item.problem?.code
  const attempt = item.reply?.attempt
  if (status === 'received' && attempt)
    return <p className="font-semibold">{t(attempt.passed ? 'passed' : 'notPassed', { percent: attempt.percent })}</p>
  if (status === 'received' || status === 'sending') return null
  if (status === 'refused' && code === 'version_conflict') return <p className="max-w-prose">{t('otherVersion')}</p>
  if (isTimed)
    return (
      <div className="flex max-w-prose flex-col gap-1">
        <p>{isQuiz ? t('quizTries', { tries: MAX_QUIZ_TRIES }) : failed('rate_limited')}</p>
        <p>{t('goesThen')}</p>
        {isQuiz && <p>{t('gradedLater')}</p>}
      </div>
    )
  return (
    <div className="flex max-w-prose flex-col gap-1">
      {(status === 'waiting' || status === 'refused') && isErrorSlug(code) && <p>{failed(code)}</p>}
      {status === 'waiting' && code === 'network' && <p>{t('offline')}</p>}
      {(status === 'saved' || status === 'waiting') && <p>{t(isQuiz ? 'gradedLater' : 'sendsWhenOnline')}</p>}
    </div>
  )
}
