'use client'

import type { Category } from '@salama/domain/incidents/contract'
import { usePathname, useRouter } from '@salama/ui/i18n/navigation.ts'
import { useLocale } from 'next-intl'
import { useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import { type Body, reportBody } from './report-body.ts'
import { type Received, type SendProblem, sendReport } from './send-report.ts'

/** Failures that signing in mends. */
const SIGN_IN = new Set<SendProblem['code']>(['unauthenticated', 'token_expired', 'invalid_token'])

/**
 * Sending a draft. It is forgotten only when the server has answered that the report is there; until then every failure
 * leaves it as it was, and sending it again sends the same id. A second press while one is on its way does nothing.
 */
export function useSend(draft: Draft, change: (draft: Draft) => void, forget: () => void) {
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [received, setReceived] = useState<{ received: Received; category: Category } | null>(null)
  const busy = useRef(false)
  const signIn = useSignIn()

  const sendDraft = async (sent: Draft) => {
    const body = reportBody(sent)
    if (body === null || busy.current) return
    busy.current = true
    setIsSending(true)
    setProblem(null)
    const answer = await sendOnce(sent, body)
    busy.current = false
    setIsSending(false)
    if (!('code' in answer)) {
      forget()
      setReceived({ received: answer, category: body.category })
    } else if (SIGN_IN.has(answer.code)) signIn()
    else setProblem(answer)
  }

  return {
    problem,
    isSending,
    received,
    /** The draft was changed: what was wrong with it may be right now. */
    forgive: () => setProblem(null),
    send: (signedIn: boolean) => (signedIn ? void sendDraft(draft) : signIn()),
    /** For a draft that was changed after it had arrived: what it is now goes as a report of its own. */
    sendAsNew: () => {
      const anew = { ...draft, id: crypto.randomUUID() }
      change(anew)
      sendDraft(anew)
    },
  }
}

/**
 * A draft gets a time of its own once it is no longer fresh (see `happenedBefore`). If it had arrived while it was, and
 * only the answer was lost, it is known there without a time; asked for in that form, it is found.
 */
async function sendOnce(sent: Draft, body: Body) {
  const answer = await sendReport(body)
  const asWhenFresh = reportBody({ ...sent, startedAt: undefined })
  const isOurTime = sent.happenedAt === '' && body.occurredAt !== undefined
  const isKnown = 'code' in answer && answer.code === 'id_reused'
  return isKnown && isOurTime && asWhenFresh ? sendReport(asWhenFresh) : answer
}

/** Goes to sign in and comes back to the filled form, which waits on this device. */
function useSignIn() {
  const router = useRouter()
  const path = usePathname()
  const locale = useLocale()
  return () => router.replace(`/sign-in?callbackUrl=${encodeURIComponent(`/${locale}${path}?resume=1`)}`)
}
