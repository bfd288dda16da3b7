'use client'

import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import { TryAgainAt } from './try-again-at.tsx'

const PASSING = ['network', 'unavailable', 'rate_limited']

/** Whether what was refused may be taken in a while, as it is. */
export const isPassing = (code: string) => PASSING.includes(code)

/** Why it was not done, spoken at once, and when it is worth trying again. `children` is what else can be said or done. */
export function SaidProblem({
  problem: { code, retryAfterS },
  words,
  children,
}: {
  problem: { code: string; retryAfterS: number | null }
  words: string
  children?: ReactNode
}) {
  return (
    <Notice tone={isPassing(code) ? 'warn' : 'danger'} says="now">
      <p>{words}</p>
      {retryAfterS !== null && <TryAgainAt afterS={retryAfterS} />}
      {children}
    </Notice>
  )
}
