'use client'

import type { OwnSession } from '@salama/domain/accounts/own-sessions'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Notice } from '../components/notice.tsx'
import { useTimes } from '../i18n/use-times.ts'
import { useProblemWords } from './parts.tsx'
import { PasswordStep, usePasswordStep } from './password-step.tsx'
import { askAccount, type Failure } from './requests.ts'

/** Where the person is signed in, with a button to end each other session, and one for all of them. Null: not known now. */
export function Sessions({ sessions }: { sessions: readonly OwnSession[] | null }) {
  const t = useTranslations('account')
  const errors = useTranslations('errors')
  const [ended, setEnded] = useState<readonly string[]>([])
  const shown = sessions?.filter(({ id }) => !ended.includes(id)) ?? []
  const others = shown.filter(({ isThis }) => !isThis)
  const all = useEnding({}, () => setEnded([...ended, ...others.map(({ id }) => id)]))
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-3 border-t border-line pt-4">
      <h2 id="sessions" className="font-semibold">
        {t('sessions.title')}
      </h2>
      {sessions === null && <Notice tone="warn">{errors('unavailable')}</Notice>}
      <ul className="flex flex-col gap-4">
        {shown.map((session) => (
          <Row key={session.id} session={session} onEnded={() => setEnded([...ended, session.id])} />
        ))}
      </ul>
      <p aria-live="polite">{ended.length > 0 && t('sessions.ended', { count: ended.length })}</p>
      {others.length > 1 && <PasswordStep {...all} variant="second" label={t('sessions.endOthers')} />}
    </section>
  )
}

function Row({ session, onEnded }: { session: OwnSession; onEnded: () => void }) {
  const t = useTranslations('account')
  const { moment, shortDay, clock } = useTimes()
  const step = useEnding({ session: session.id }, onEnded)
  const { app, browser, system, usedAt } = session
  const where = [
    app === null ? t('sessions.otherProgram') : t(`app.${app}`),
    ...(browser && system ? [t('sessions.browserOn', { browser, system })] : [browser ?? system ?? []].flat()),
  ].join(' · ')
  return (
    <li className="flex flex-col items-start gap-1">
      <span className="font-semibold wrap-break-word">
        {where} {session.isThis && <span className="font-normal">({t('sessions.this')})</span>}
      </span>
      <span className="text-soft">
        {t('sessions.times', { since: moment(session.since), day: shortDay(usedAt), used: clock(usedAt) })}
      </span>
      {!session.isThis && <PasswordStep {...step} variant="second" label={t('sessions.end')} about={where} />}
    </li>
  )
}

/** Ends a session, or all others; one that has ended before is as good. */
function useEnding(which: { session?: string }, onEnded: () => void) {
  const words = useProblemWords()
  return usePasswordStep<Failure>(
    async () => {
      const failed = await askAccount('end-sessions', which)
      if (failed && failed.code !== 'not_found') return failed
      onEnded()
      return null
    },
    ({ code }) => words(code),
  )
}
