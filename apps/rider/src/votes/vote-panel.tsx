'use client'

import type { IncidentDetail, Vote, voteOnIncident } from '@salama/domain/incidents/contract'
import { type Problem, tryCall } from '@salama/http/call'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { CircleCheckBig, CircleSlash, Eye, LogIn } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState, useTransition } from 'react'
import { useIsReady } from '@/use-is-ready.ts'

/** Why a vote was not counted. */
type VoteProblem = 'network' | 'unauthenticated' | 'incident_own' | 'over' | 'rate_limited' | 'internal'

const PROBLEMS: Partial<Record<Problem['code'], VoteProblem>> = {
  network: 'network',
  unauthenticated: 'unauthenticated',
  token_expired: 'unauthenticated',
  incident_own: 'incident_own',
  invalid_transition: 'over',
  incident_gone: 'over',
  not_found: 'over',
  rate_limited: 'rate_limited',
}

/** Sends a vote, or withdraws it with null. Never throws. */
async function sendVote(id: string, vote: Vote | null): Promise<IncidentDetail | VoteProblem> {
  const request = { params: { id }, body: { vote } }
  const result = await tryCall<typeof voteOnIncident>('PUT /api/incidents/{id}/vote', request)
  return result.ok ? result.reply : (PROBLEMS[result.problem.code] ?? 'internal')
}

const VOTES = [
  { vote: 'confirm', icon: Eye },
  { vote: 'deny', icon: CircleSlash },
  { vote: 'over', icon: CircleCheckBig },
] as const

/** The vote buttons. Pressing another one changes the vote, the same one withdraws it. */
export function VotePanel({
  incidentId,
  mine,
  signedIn,
}: {
  incidentId: string
  mine: Vote | null
  signedIn: boolean
}) {
  const t = useTranslations('votes')
  const router = useRouter()
  const [vote, setVote] = useState(mine)
  const [sending, setSending] = useState<Vote | null>(null)
  const [said, setSaid] = useState<'counted' | 'takenBack' | null>(null)
  const [problem, setProblem] = useState<VoteProblem | null>(null)
  const [, startRefresh] = useTransition()
  const isReady = useIsReady()

  async function press(pressed: Vote) {
    if (sending !== null) return
    const wanted = pressed === vote ? null : pressed
    setSending(pressed)
    setProblem(null)
    setSaid(null)
    const answer = await sendVote(incidentId, wanted)
    setSending(null)
    if (typeof answer === 'string') return setProblem(answer)
    setVote(answer.myVote ?? null)
    setSaid(wanted === null ? 'takenBack' : 'counted')
    startRefresh(() => router.refresh()) // the text below may have changed
  }

  return (
    <section aria-labelledby="votes" className="flex flex-col gap-3">
      <h2 id="votes" className="text-xl font-bold">
        {t('title')}
      </h2>
      {signedIn ? (
        <fieldset className="grid grid-cols-3 gap-2" aria-busy={sending !== null}>
          <legend className="sr-only">{t('title')}</legend>
          {VOTES.map((each) => (
            <button
              key={each.vote}
              type="button"
              aria-pressed={vote === each.vote}
              disabled={!isReady} // a tap before hydration would be lost
              onClick={() => press(each.vote)}
              className={`flex min-h-20 flex-col items-center justify-center gap-1 rounded-control border-2 bg-raised px-1.5 py-2 text-center font-semibold leading-tight disabled:text-soft ${
                vote === each.vote ? 'border-ink band-below' : 'border-edge hover:border-ink'
              }`}
            >
              <span className="text-xl">
                <Icon as={each.icon} />
              </span>
              {t(each.vote)}
            </button>
          ))}
        </fieldset>
      ) : (
        <SignInToVote incidentId={incidentId} />
      )}
      <p role="status" className={sending || said || vote ? '' : 'sr-only'}>
        {sending ? t('sending') : said === 'takenBack' ? t('takenBack') : vote ? t(`mine.${vote}`) : ''}
      </p>
      {problem && (
        <Notice tone={problem === 'network' ? 'warn' : 'danger'} says="now">
          <p>{t(`problem.${problem}`)}</p>
          {problem === 'unauthenticated' && <SignInToVote incidentId={incidentId} />}
        </Notice>
      )}
      <p className="text-sm text-soft">{t('words')}</p>
    </section>
  )
}

function SignInToVote({ incidentId }: { incidentId: string }) {
  const t = useTranslations('votes')
  const locale = useLocale()
  return (
    <LinkButton
      className="self-start"
      href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}/incidents/${incidentId}#votes` } }}
    >
      <Icon as={LogIn} />
      {t('signIn')}
    </LinkButton>
  )
}
