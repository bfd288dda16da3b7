'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Mark } from '@/outbox/content.ts'
import { type Question, readAnswers } from './answers.ts'
import { QuizFields } from './quiz-fields.tsx'
import { clearAnswers, resumeAnswers, saveAnswers } from './saved-answers.ts'
import type { SentQuizProps } from './sent-quiz.tsx'

type Props = {
  /** The form's action without JavaScript; null offline. */
  action: string | null
  questions: readonly Question[]
  percentNeeded: number
  mark: Omit<Mark, 'quizAnswers'>
  title: string
  /** The URL of the next step after passing. */
  next: string
  values?: Record<string, string[]>
  wrong?: readonly string[]
  /** When the attempt was received that a plain form has just posted. */
  arrivedAt?: string | null
  /** The result of the last attempt; the next one replaces it. */
  lastTry?: ReactNode
  /** The hidden fields. */
  children?: ReactNode
}

/**
 * A quiz. Without JavaScript it is a plain form; with it the answers go through the outbox, so that an attempt offline
 * is saved and graded later. The input stays in the page until then, and in session storage until it is sent.
 */
export function QuizForm({
  action,
  questions,
  percentNeeded,
  mark,
  title,
  next,
  values,
  wrong = [],
  arrivedAt = null,
  lastTry,
  children,
}: Props) {
  const t = useTranslations('quiz')
  const [missing, setMissing] = useState(wrong)
  const [state, setState] = useState<'filling' | 'keeping' | 'failed'>('filling')
  const [sent, setSent] = useState<{ id: string; Sent: ComponentType<SentQuizProps> } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { moduleId, courseVersion } = mark
  // Sequential: saving starts only after the saved input was restored, or a first tap would overwrite it.
  const turn = useRef<Promise<void>>(undefined)
  const inTurn = (work: () => Promise<void>) => {
    turn.current = turn.current?.then(work)
  }
  useEffect(() => {
    if (form.current) turn.current = resumeAnswers({ moduleId, courseVersion }, form.current, arrivedAt)
  }, [moduleId, courseVersion, arrivedAt])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const quiz = event.currentTarget
    if (state === 'keeping') return
    const filled = new FormData(quiz)
    const read = readAnswers(questions, (name) => filled.getAll(name).map(String).filter(Boolean))
    setMissing(read.missing)
    const [first] = read.missing
    if (first !== undefined) return document.getElementById(`question-${first}`)?.focus()
    setState('keeping')
    try {
      const [{ sendCompletion }, { SentQuiz }] = await Promise.all([
        import('@/outbox/send-completion.ts'),
        import('./sent-quiz.tsx'),
      ])
      const { id, arrived } = await sendCompletion({ ...mark, quizAnswers: read.answers }, title)
      arrived.catch(() => null) // the outbox entry shows the result
      inTurn(() => clearAnswers(mark))
      setSent({ id, Sent: SentQuiz })
      setState('filling')
    } catch {
      // Storage is unavailable or a script failed to load: falls back to a plain form post.
      if (!navigator.onLine || action === null) return setState('failed')
      quiz.submit() // saved answers stay until the next page confirms receipt
    }
  }
  const again = () => {
    setSent(null)
    document.getElementById('content')?.scrollIntoView()
  }
  return (
    <>
      {sent && (
        <sent.Sent
          id={sent.id}
          questions={questions}
          percentNeeded={percentNeeded}
          next={next}
          isOffline={action === null}
          onAgain={again}
        />
      )}
      {sent === null && lastTry}
      <form
        method="post"
        {...(action !== null && { action })}
        ref={form}
        onSubmit={submit}
        onChange={({ currentTarget }) => inTurn(() => saveAnswers(mark, currentTarget))}
        hidden={sent !== null}
        className="flex flex-col gap-8 [&[hidden]]:hidden"
      >
        {children}
        <QuizFields questions={questions} {...(values && { values })} wrong={missing} />
        {missing.length > 0 && (
          <Notice tone="danger" says="now">
            {t('missing', { count: missing.length })}
          </Notice>
        )}
        {state === 'failed' && (
          <Notice tone="danger" says="now">
            {t('notKept')}
          </Notice>
        )}
        <div>
          <Button type="submit" variant="main" size="large" busy={state === 'keeping'}>
            {t('send')}
          </Button>
        </div>
      </form>
    </>
  )
}
