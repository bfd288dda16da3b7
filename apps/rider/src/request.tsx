import type { CallResult, Problem } from '@salama/http/call'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'

/** The requests of a component, one at a time: whether one is running, and why the last one failed. */
export function useRequest() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem['code'] | null>(null)
  const settle = async <Reply,>(request: Promise<CallResult<Reply>>): Promise<CallResult<Reply>> => {
    setBusy(true) // the message stays until the answer: nothing moves under a second tap
    const result = await request
    setBusy(false)
    setProblem(result.ok ? null : result.problem.code)
    return result
  }
  return { busy, problem, settle }
}

/** Why a request failed, announced at once, with actions that help. Needs the messages `errors`. */
export function RequestProblem({ problem, children }: { problem: Problem['code'] | null; children?: ReactNode }) {
  const t = useTranslations('errors')
  if (problem === null) return null
  return (
    <Notice tone="danger" announce="assertive">
      <p>{t(problem)}</p>
      {children}
    </Notice>
  )
}
