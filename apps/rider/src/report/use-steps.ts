import { useEffect, useState } from 'react'
import type { Step } from './steps.ts'

// The steps of the form as entries of the browser's history, so that Back goes to the step before. An entry has the
// same URL and no content, only its step and how many of them are before it.

type State = { reportStep?: Step; reportDepth?: number } | null

/** The state of the current entry. Next.js and this file are the only ones that write it. */
const stateOf = () => window.history.state as State

/** How many steps lie behind this one in the history. */
export const stepDepth = () => stateOf()?.reportDepth ?? 0

const write = (how: 'pushState' | 'replaceState', reportStep: Step, reportDepth: number) =>
  window.history[how]({ ...stateOf(), reportStep, reportDepth }, '')

/** The current step; null until `first` is known. A reload keeps it. */
export function useSteps(first: Step | null) {
  const [step, setStep] = useState<Step | null>(null)
  useEffect(() => {
    if (first === null || step !== null) return
    const now = stateOf()?.reportStep ?? first
    write('replaceState', now, stepDepth())
    setStep(now)
  }, [first, step])
  useEffect(() => {
    const read = () => setStep(stateOf()?.reportStep ?? 'category')
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  return {
    step,
    go: (to: Step) => {
      write('pushState', to, stepDepth() + 1)
      setStep(to)
    },
    /** To the step before, or to this one where there is none. */
    back: (otherwise: Step) => {
      if (stepDepth() > 0) return window.history.back()
      write('replaceState', otherwise, 0)
      setStep(otherwise)
    },
    /** Shows another step in the same entry. */
    replace: (to: Step) => {
      write('replaceState', to, stepDepth())
      setStep(to)
    },
  }
}
