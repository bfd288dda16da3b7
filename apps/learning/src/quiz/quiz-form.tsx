'use client'

import { isErrorSlug } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { type ComponentType, type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Mark } from '@/outbox/content.ts'
import { type Question, readAnswers } from './answers.ts'
import type { QuizModule, Result } from './feedback.tsx'
import { type Ended, QuizEnd, type QuizMode } from './quiz-end.tsx'
import { QuestionField } from './quiz-fields.tsx'
import { Answered, QuizProgress } from './quiz-step.tsx'
import {
  clearAnswers,
  dropFeedback,
  keepFeedback,
  resumeAnswers,
  resumeFeedback,
  saveAnswers,
} from './saved-answers.ts'
import type { SentQuizProps } from './sent-quiz.tsx'
import { shuffleOptions } from './shuffle.ts'

type Props = {
  /** The form's action without JavaScript; null offline and in practice. */
  action: string | null
  questions: readonly Question[]
  percentNeeded: number
  mark: Omit<Mark, 'quizAnswers'>
  of: QuizModule
  title: string
  /** The URL of the next step after passing. */
  next: string
  /** `graded`: an attempt of the account. `visitor`: practice that is kept for an account. `practice`: after passing. */
  mode: QuizMode
  /** The number of earlier attempts; the options of each attempt have another order. */
  attempts?: number
  /** The feedback on the questions that were answered already, perhaps on another device. */
  answered?: readonly Result[]
  values?: Record<string, string[]>
  wrong?: readonly string[]
  /** When the attempt was received that a plain form has just posted. */
  arrivedAt?: string | null
  /** The result of the last attempt; the next one replaces it. */
  lastTry?: ReactNode
  /** The hidden fields. */
  children?: ReactNode
}

type Step = 'filling' | 'checking' | 'answered' | 'failed'

/**
 * A quiz, one question at a time. Each answer is sent alone and its feedback shown at once; where that is not possible
 * (offline, too many attempts), the answers wait for the end and go through the outbox as one attempt. Without
 * JavaScript it is a plain form with all questions.
 */
export function QuizForm(props: Props) {
  const { action, percentNeeded, mark, of, title, next, mode } = props
  const { values, wrong = [], arrivedAt = null, lastTry, children } = props
  const t = useTranslations('quiz')
  const failed = useTranslations('errors')
  const router = useRouter()
  const [attempt, setAttempt] = useState(props.attempts ?? 0)
  const [firstAttempt] = useState(attempt)
  const quiz = { ...mark, mode, attempts: attempt }
  const [answered] = useState(() => resumeFeedback(quiz, props.answered ?? []))
  const questions = shuffleOptions(props.questions, attempt)
  const [results, setResults] = useState<Partial<Record<string, Result | null>>>(() =>
    Object.fromEntries(answered.map((result) => [result.key, result])),
  )
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ key }) => !(key in results)),
    ),
  )
  const [step, setStep] = useState<Step>('filling')
  const [problem, setProblem] = useState<string | null>(null)
  const [missing, setMissing] = useState<readonly string[]>(wrong)
  const [orders, setOrders] = useState<Partial<Record<string, string[]>> | null>(null)
  const [ended, setEnded] = useState<Ended | null>(null)
  const [sent, setSent] = useState<{ id: string; Sent: ComponentType<SentQuizProps> } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  /** Without scripts the browser checks all questions at once; with them also the form of the next attempt is checked here. */
  const attachForm = useCallback((fields: HTMLFormElement | null) => {
    form.current = fields
    if (fields) fields.noValidate = true
  }, [])
  const given = useRef(new Map(answered.map((result) => [result.key, result.given])))
  const { moduleId, courseVersion } = mark
  const question = questions[at]
  const isLast = at === questions.length - 1

  // Sequential: saving starts only after the saved input was restored, or a first tap would overwrite it.
  const turn = useRef<Promise<void>>(undefined)
  const inTurn = (work: () => Promise<void>) => {
    turn.current = turn.current?.then(work)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the questions of a version never change.
  useEffect(() => {
    const fields = form.current
    if (!fields) return
    turn.current = resumeAnswers({ moduleId, courseVersion }, fields, arrivedAt).then(() => {
      const filled = new FormData(fields)
      const { answers } = readAnswers(props.questions, (name) => filled.getAll(name).map(String).filter(Boolean))
      const sorted = questions.filter(({ kind }) => kind === 'order')
      setOrders(
        Object.fromEntries(
          sorted.map(({ key, options }) => [key, answers[key] ?? options.map((option) => option.key)]),
        ),
      )
    })
  }, [moduleId, courseVersion, arrivedAt])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (step === 'checking' || !question) return
    const filled = new FormData(event.currentTarget)
    const read = readAnswers([question], (name) => filled.getAll(name).map(String).filter(Boolean))
    setMissing(read.missing)
    const answer = read.answers[question.key]
    if (!answer) return document.getElementById(`question-${question.key}`)?.focus()
    setStep('checking')
    setProblem(null)
    given.current.set(question.key, answer)
    const { answerQuestion, practiceQuestion } = await import('./ask.ts')
    const ask = mode === 'graded' ? answerQuestion : practiceQuestion
    const reply = await ask({ moduleId, courseVersion, question: question.key, answer })
    if (reply.is === 'refused') {
      setProblem(reply.code)
      return setStep('failed')
    }
    // Answers that were not received are in no graded attempt: it was an earlier one, and this one is sent whole.
    if (reply.is === 'later' || (reply.is === 'graded' && Object.values(results).includes(null))) {
      if (reply.is === 'later') setProblem(reply.code)
      setResults((known) => ({ ...known, [question.key]: null }))
      return isLast ? finish({ ...results, [question.key]: null }) : goTo(at + 1)
    }
    setResults((known) => ({ ...known, ...Object.fromEntries(reply.results.map((result) => [result.key, result])) }))
    if (reply.is === 'feedback') keepFeedback(quiz, reply.results)
    else {
      dropFeedback(quiz)
      const { attempt: graded, certificate } = reply
      setEnded({ attempt: graded, certificate, mode })
      inTurn(() => clearAnswers(mark))
    }
    setStep('answered')
  }

  function goTo(to: number) {
    setAt(to)
    setStep('filling')
    requestAnimationFrame(() => document.getElementById(`question-${questions[to]?.key}`)?.focus())
  }

  /** After the last question: shows the result, or sends the answers that have none yet as a whole. */
  async function finish(all: Partial<Record<string, Result | null>>) {
    if (mode === 'graded' && ended) {
      setStep('filling')
      setAt(questions.length)
      return router.refresh()
    }
    const answers = Object.fromEntries(given.current)
    dropFeedback(quiz)
    const known = questions.flatMap(({ key }) => all[key] ?? [])
    if (mode !== 'graded') {
      if (mode === 'visitor') (await import('@/guest/guest-work.ts')).keepWork({ ...mark, quizAnswers: answers, title })
      inTurn(() => clearAnswers(mark))
      const rightCount = known.filter(({ right }) => right).length
      const percent = Math.floor((rightCount * 100) / questions.length)
      const counts = { percent, passed: percent >= percentNeeded, rightCount, questionCount: questions.length }
      setEnded({
        attempt: known.length < questions.length ? null : { ...counts, results: known },
        certificate: null,
        mode,
      })
      setStep('filling')
      return setAt(questions.length)
    }
    setStep('checking')
    try {
      const [{ sendCompletion }, { SentQuiz }] = await Promise.all([
        import('@/outbox/send-completion.ts'),
        import('./sent-quiz.tsx'),
      ])
      const { id, arrived } = await sendCompletion({ ...mark, quizAnswers: answers }, title)
      arrived.catch(() => null) // the outbox entry shows the result
      inTurn(() => clearAnswers(mark))
      setSent({ id, Sent: SentQuiz })
      setStep('filling')
    } catch {
      // Storage is unavailable or a script failed to load: falls back to a plain form post.
      if (navigator.onLine && action !== null) return form.current?.submit() // saved answers stay until then
      setProblem('notKept')
      setStep('failed')
    }
  }

  function again() {
    setSent(null)
    setEnded(null)
    setResults({})
    setProblem(null)
    given.current = new Map()
    const turned = shuffleOptions(props.questions, attempt + 1)
    setOrders(Object.fromEntries(turned.map(({ key, options }) => [key, options.map((option) => option.key)])))
    setAttempt(attempt + 1)
    goTo(0)
    document.getElementById('content')?.scrollIntoView()
  }

  const end = { questions, of, percentNeeded, next, onAgain: again }
  const isEnd = sent !== null || at === questions.length
  const result = question && results[question.key]
  const isStarted = at > 0 || step !== 'filling'
  return (
    <>
      {sent && <sent.Sent id={sent.id} {...end} />}
      {!sent && at === questions.length && ended && <QuizEnd ended={ended} {...end} />}
      {/* Not in an attempt that was begun here: its result was just shown, and what arrives now would move the form. */}
      {!isEnd && !isStarted && attempt === firstAttempt && lastTry}
      <form
        key={attempt}
        method="post"
        {...(action !== null && { action })}
        ref={attachForm}
        onSubmit={submit}
        onChange={({ currentTarget }) => inTurn(() => saveAnswers(mark, currentTarget))}
        hidden={isEnd}
        className="flex flex-col gap-6 [&[hidden]]:hidden"
      >
        {children}
        <noscript>
          <style>{'.quiz-question{display:block!important}.quiz-step{display:none!important}'}</style>
        </noscript>
        <QuizProgress n={Math.min(at + 1, questions.length)} of={questions.length} />
        <ol className={cx('flex flex-col gap-8', step === 'answered' && 'hidden')}>
          {questions.map((each, index) => (
            <li key={each.key} className={cx('quiz-question', index !== at && 'hidden')}>
              <QuestionField
                question={each}
                n={index + 1}
                {...(values && { values })}
                isWrong={missing.includes(each.key)}
                order={orders?.[each.key] ?? null}
                onOrder={(order) => {
                  setOrders((all) => ({ ...all, [each.key]: order }))
                  requestAnimationFrame(() => {
                    const fields = form.current
                    if (fields) inTurn(() => saveAnswers(mark, fields))
                  })
                }}
              />
            </li>
          ))}
        </ol>
        {step === 'answered' && question && result && (
          <Answered
            question={question}
            n={at + 1}
            result={result}
            of={of}
            isLast={isLast || ended !== null}
            onNext={() => (isLast || ended !== null ? finish(results) : goTo(at + 1))}
          />
        )}
        {problem !== null && !isEnd && (
          <Notice tone={step === 'failed' ? 'danger' : 'info'} announce="assertive">
            {step === 'failed'
              ? problem !== 'notKept' && isErrorSlug(problem)
                ? failed(problem)
                : t('notKept')
              : t(
                  problem === 'rate_limited' ? 'tooManyTries' : mode === 'visitor' ? 'noFeedbackVisitor' : 'noFeedback',
                )}
          </Notice>
        )}
        {step !== 'answered' && (
          <div className="quiz-step">
            <Button type="submit" variant="main" size="large" busy={step === 'checking'}>
              {t('checkAnswer')}
            </Button>
          </div>
        )}
        {action !== null && (
          <noscript>
            <Button type="submit" variant="main" size="large">
              {t('send')}
            </Button>
          </noscript>
        )}
        {mode !== 'graded' && <noscript>{t('practiceNeedsScript')}</noscript>}
      </form>
    </>
  )
}
