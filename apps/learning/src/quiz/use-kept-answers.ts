import { useCallback, useEffect, useRef, useState } from 'react'
import { type Question, readAnswers } from './answers.ts'
import { clearAnswers, resumeAnswers, saveAnswers } from './saved-answers.ts'

type Kept = {
  mark: { moduleId: string; courseVersion: number }
  /** With the options in the order of the first attempt. */
  questions: readonly Question[]
  /** When the attempt was received that a plain form has just posted. */
  arrivedAt: string | null
}

export const answersIn = (questions: readonly Question[], form: HTMLFormElement) => {
  const filled = new FormData(form)
  return readAnswers(questions, (name) => filled.getAll(name).map(String).filter(Boolean))
}

const ordersOf = (questions: readonly Question[], answers: Partial<Record<string, string[]>> = {}) =>
  Object.fromEntries(
    questions
      .filter(({ kind }) => kind === 'order')
      .map(({ key, options }) => [key, answers[key] ?? options.map((option) => option.key)]),
  )

/** The form of a quiz, whose input is kept in this tab until it was sent, and restored when the form is opened again. */
export function useKeptAnswers({ mark, questions, arrivedAt }: Kept) {
  const { moduleId, courseVersion } = mark
  const form = useRef<HTMLFormElement>(null)
  /** Of order questions, once scripts run: the lines as they stand on the screen. */
  const [orders, setOrders] = useState<Partial<Record<string, string[]>> | null>(null)
  /** Without scripts the browser checks all questions at once; with them also the form of the next attempt is checked here. */
  const attach = useCallback((fields: HTMLFormElement | null) => {
    form.current = fields
    if (fields) fields.noValidate = true
  }, [])

  // Sequential: saving starts only after the saved input was restored, or a first tap would overwrite it.
  const turn = useRef<Promise<void>>(undefined)
  const inTurn = (work: () => Promise<void>) => {
    turn.current = turn.current?.then(work)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions of a version never change.
  useEffect(() => {
    const fields = form.current
    if (!fields) return
    turn.current = resumeAnswers({ moduleId, courseVersion }, fields, arrivedAt).then(() =>
      setOrders(ordersOf(questions, answersIn(questions, fields).answers)),
    )
  }, [moduleId, courseVersion, arrivedAt])

  const keep = () => {
    const fields = form.current
    if (fields) inTurn(() => saveAnswers(mark, fields))
  }
  return {
    attach,
    orders,
    order: (key: string, order: string[]) => {
      setOrders((all) => ({ ...all, [key]: order }))
      requestAnimationFrame(keep) // the fields have the new places by then
    },
    keep,
    /** Once the answers were received, or are kept elsewhere. */
    forget: () => inTurn(() => clearAnswers(mark)),
    /** For another attempt. */
    restart: (turned: readonly Question[]) => setOrders(ordersOf(turned)),
    /** Sends the form as without scripts. */
    post: (action: string) => {
      const fields = form.current
      if (!fields) return
      fields.method = 'post'
      fields.action = action
      fields.submit()
    },
  }
}
