import type { claimAssignmentSlot, claimAssignmentSlots } from '@salama/domain/assignments/slots-contract'
import { type CallResult, type Problem, tryCall } from '@salama/http/call'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { openSession } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'

/** Claims need a response at once, because slots are contested: there is no offline claim. */
export function useClaim(fieldState: FieldState) {
  const t = useTranslations('work')
  const errors = useTranslations('errors')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Of those that were asked for together. */
  const [refused, setRefused] = useState<readonly { assignmentId: string; why: string }[]>([])
  const running = useRef(false)

  const words = (code: Problem['code']) => {
    if (code === 'network') return t('claimNeedsLine')
    if (code === 'slot_taken' || code === 'claim_limit' || code === 'not_eligible' || code === 'session_required')
      return t(`refused.${code}`)
    return errors(code)
  }

  /** False where nothing is known to be claimed. */
  async function run<Reply>(
    send: (options: ReturnType<typeof optionsOf>) => Promise<CallResult<Reply>>,
    offline: boolean,
  ) {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setProblem(null)
    setRefused([])
    const result = await send(optionsOf(offline))
    // Refreshes the list after any failure; it also shows whether the session has ended.
    await fieldState.refreshed()
    setProblem(result.ok ? null : words(result.problem.code))
    setBusy(false)
    running.current = false
    return result.ok ? result.reply : null
  }
  const optionsOf = (offline: boolean) => {
    const session = openSession(fieldState.entries, fieldState.server)
    return { offline, ...(session?.state === 'open' && { sessionId: session.id }) }
  }
  const { account } = fieldState

  const claim = (assignmentId: string, offline: boolean) =>
    run(
      (options) =>
        tryCall<typeof claimAssignmentSlot>('POST /api/assignments/claim', {
          account,
          body: { assignmentId, ...options },
          names: assignmentId,
        }),
      offline,
    )

  /** Claims what can be claimed of several; resolves with whether there is an answer. */
  const claimAll = async (assignmentIds: string[], offline: boolean) => {
    const reply = await run(
      (options) =>
        tryCall<typeof claimAssignmentSlots>('POST /api/assignments/claims', {
          account,
          body: { assignmentIds, ...options },
        }),
      offline,
    )
    setRefused(reply?.refused.map(({ assignmentId, code }) => ({ assignmentId, why: words(code) })) ?? [])
    return reply !== null
  }
  return { busy, problem, refused, claim, claimAll }
}
