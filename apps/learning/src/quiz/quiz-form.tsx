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
  /** Where the form goes without a script; null where there is no server to post to. */
  action: string | null
  questions: readonly Question[]
  percentNeeded: number
  mark: Omit<Mark, 'quizAnswers'>
  title: string
  /** Where one goes on after passing. */
  next: string
  values?: Record<string, string[]>
  wrong?: readonly string[]
  /** When the try arrived that was sent as a plain form just now. */
  arrivedAt?: string | null
  /** How the last try went; what is sent now takes its place. */
  lastTry?: ReactNode
  /** The hidden fields. */
  children?: ReactNode
}

/**
 * A quiz. Without a script it is a plain form; with one the answers go through the outbox, so that a try offline is
 * kept and graded when it arrives. What was filled in stays in the page until then, and in this tab until it is sent.
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
  // One after the other: nothing is kept before what was kept has been read, or a first tap would take its place.
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
      arrived.catch(() => null) // the entry in the outbox says how it went
      inTurn(() => clearAnswers(mark))
      setSent({ id, Sent: SentQuiz })
      setState('filling')
    } catch {
      // Nothing can be kept on this phone, or a part of the app is missing: the form by itself, if there is a line.
      if (!navigator.onLine || action === null) return setState('failed')
      quiz.submit() // what is kept stays until the page that comes says that it arrived
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
