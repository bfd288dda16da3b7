import type { claimAssignmentSlot } from '@salama/domain/assignments/slots-contract'
import { type Problem, tryCall } from '@salama/http/call'
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
  const running = useRef(false)

  const words = (code: Problem['code']) => {
    if (code === 'network') return t('claimNeedsLine')
    if (code === 'slot_taken' || code === 'claim_limit' || code === 'not_eligible' || code === 'session_required')
      return t(`refused.${code}`)
    return errors(code)
  }

  const claim = async (assignmentId: string, offline: boolean) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    const session = openSession(fieldState.entries, fieldState.server)
    const sessionId = session?.state === 'open' ? session.id : undefined
    const body = { assignmentId, offline, ...(sessionId !== undefined && { sessionId }) }
    const result = await tryCall<typeof claimAssignmentSlot>('POST /api/assignments/claim', {
      account: fieldState.account,
      body,
      names: assignmentId,
    })
    // Refreshes the list after any failure; it also shows whether the session has ended.
    await fieldState.refreshed()
    setProblem(result.ok ? null : words(result.problem.code))
    setBusy(false)
    running.current = false
  }
  return { busy, problem, claim }
}
