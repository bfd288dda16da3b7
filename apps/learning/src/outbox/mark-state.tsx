'use client'

import { isErrorSlug, MAX_QUIZ_TRIES } from '@salama/domain/shared'
import { type Entry, type Face, faceOf, type Item } from '@salama/outbox/items.ts'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { FaceLine } from '@salama/ui/outbox/outbox-entries.tsx'
import { useLocale, useTranslations } from 'next-intl'
import type { MarkContent, MarkReply } from './content.ts'

export type MarkEntry = Entry<MarkContent, MarkReply>

const MINUTE_MS = 60_000

/** When something goes again that the server has asked to wait with, to the full minute after it; null for all else. */
export function timeOf({ problem, notBefore }: Item<MarkContent, MarkReply>, face: Face): Date | null {
  if (face !== 'waiting' || problem?.code !== 'rate_limited') return null
  return new Date(Math.ceil(notBefore / MINUTE_MS) * MINUTE_MS)
}

/** Where something is that was done here, in words: never "passed" or "received" before the server has said so. */
export function MarkState({ entry }: { entry: MarkEntry }) {
  const t = useTranslations('outbox')
  const { clock } = useTimes()
  const locale = useLocale()
  const { item } = entry
  const face = faceOf(item, Date.now())
  const time = timeOf(item, face)
  return (
    <div role="status" className="flex flex-col items-start gap-2">
      <FaceLine key={face} face={face} isTimed={time !== null}>
        {time ? t('goesAt', { time: clock(time) }) : t(`face.${face}`, { time: clock(new Date(item.receivedAt ?? 0)) })}
      </FaceLine>
      <Why entry={entry} face={face} isTimed={time !== null} />
      {face === 'sign_in' && (
        <LinkButton look="main" href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}/outbox` } }}>
          {t('signIn')}
        </LinkButton>
      )}
    </div>
  )
}

function Why({ entry: { item }, face, isTimed }: { entry: MarkEntry; face: Face; isTimed: boolean }) {
  const t = useTranslations('outbox')
  const failed = useTranslations('errors')
  const { isQuiz } = item.content
  const code = item.problem?.code
  const attempt = item.reply?.attempt
  if (face === 'received' && attempt)
    return <p className="font-semibold">{t(attempt.passed ? 'passed' : 'notPassed', { percent: attempt.percent })}</p>
  if (face === 'received' || face === 'sending') return null
  if (face === 'refused' && code === 'version_conflict') return <p className="max-w-prose">{t('otherVersion')}</p>
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
      {(face === 'waiting' || face === 'refused') && isErrorSlug(code) && <p>{failed(code)}</p>}
      {face === 'waiting' && code === 'network' && <p>{t('noLine')}</p>}
      {face === 'sign_in' && <p>{t('waitsForPerson')}</p>}
      {(face === 'saved' || face === 'waiting') && <p>{t(isQuiz ? 'gradedLater' : 'goesByItself')}</p>}
    </div>
  )
}
