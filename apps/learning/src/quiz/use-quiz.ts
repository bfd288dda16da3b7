import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import type { Mark } from '@/outbox/content.ts'
import type { Question } from './answers.ts'
import type { Result } from './feedback.tsx'
import { practised } from './practised.ts'
import type { Ended, QuizMode } from './quiz-end.tsx'
import { dropFeedback, keepFeedback, resumeFeedback } from './saved-answers.ts'
import type { SentQuizProps } from './sent-quiz.tsx'
import { shuffleOptions } from './shuffle.ts'
import { answersIn, useKeptAnswers } from './use-kept-answers.ts'

export type Quiz = {
  /** The form's action without JavaScript; null offline and in practice. */
  action: string | null
  questions: readonly Question[]
  percentNeeded: number
  mark: Omit<Mark, 'quizAnswers'>
  title: string
  /** `graded`: an attempt of the account. `visitor`: practice that is kept for an account. `practice`: after passing. */
  mode: QuizMode
  /** The number of earlier attempts; the options of each attempt have another order. */
  attempts?: number
  /** The feedback on the questions that were answered already, perhaps on another device. */
  answered?: readonly Result[]
  wrong?: readonly string[]
  /** When the attempt was received that a plain form has just posted. */
  arrivedAt?: string | null
}

type Step = 'filling' | 'checking' | 'answered' | 'failed'
/** By question; null: answered, and without feedback yet. */
type Results = Partial<Record<string, Result | null>>

/** Where somebody is in a quiz, and what each press does: answering, going on, the end, another attempt. */
export function useQuiz({ action, mark, mode, percentNeeded, title, wrong = [], arrivedAt = null, ...props }: Quiz) {
  const router = useRouter()
  const [attempt, setAttempt] = useState(props.attempts ?? 0)
  const [firstAttempt] = useState(attempt)
  const running = { ...mark, mode, attempts: attempt }
  const [answered] = useState(() => resumeFeedback(running, props.answered ?? []))
  const questions = shuffleOptions(props.questions, attempt)
  const [results, setResults] = useState<Results>(() =>
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
  const [ended, setEnded] = useState<Ended | null>(null)
  const [sent, setSent] = useState<{ id: string; Sent: ComponentType<SentQuizProps> } | null>(null)
  const given = useRef(new Map(answered.map((result) => [result.key, result.given])))
  const kept = useKeptAnswers({ mark, questions, arrivedAt })
  const question = questions[at]
  const isLast = at === questions.length - 1

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (step === 'checking' || !question) return
    const read = answersIn([question], event.currentTarget)
    setMissing(read.missing)
    const answer = read.answers[question.key]
    if (!answer) return document.getElementById(`question-${question.key}`)?.focus()
    setStep('checking')
    setProblem(null)
    given.current.set(question.key, answer)
    const script = await import('./ask.ts').catch(() => null)
    if (!script) return fail('unavailable') // it failed to load
    const ask = mode === 'graded' ? script.answerQuestion : script.practiceQuestion
    const { moduleId, courseVersion } = mark
    const reply = await ask({ moduleId, courseVersion, question: question.key, answer })
    if (reply.is === 'refused') return fail(reply.code)
    // Answers that were not received are in no graded attempt: it was an earlier one, and this one is sent whole.
    if (reply.is === 'later' || (reply.is === 'graded' && Object.values(results).includes(null))) {
      if (reply.is === 'later') setProblem(reply.code)
      setResults((known) => ({ ...known, [question.key]: null }))
      return isLast ? finish({ ...results, [question.key]: null }) : goTo(at + 1)
    }
    setResults((known) => ({ ...known, ...Object.fromEntries(reply.results.map((result) => [result.key, result])) }))
    if (reply.is === 'feedback') keepFeedback(running, reply.results)
    else {
      dropFeedback(running)
      setEnded({ attempt: reply.attempt, certificate: reply.certificate, mode })
      kept.forget()
    }
    setStep('answered')
  }

  /** The answers stay, and can be sent again. */
  function fail(code: string) {
    setProblem(code)
    setStep('failed')
  }

  function goTo(to: number) {
    setAt(to)
    setStep('filling')
    requestAnimationFrame(() => document.getElementById(`question-${questions[to]?.key}`)?.focus())
  }

  function showEnd() {
    setStep('filling')
    setAt(questions.length)
  }

  /** After the last question: shows the result, or sends the answers that have none yet as a whole. */
  async function finish(all: Results) {
    if (mode === 'graded' && ended) {
      showEnd()
      return router.refresh()
    }
    const quizAnswers = Object.fromEntries(given.current)
    if (mode === 'graded') {
      dropFeedback(running)
      return sendWhole(quizAnswers)
    }
    const practice = practised(questions, all, percentNeeded)
    try {
      if (mode === 'visitor') {
        const passed = practice?.passed ?? false
        ;(await import('@/guest/guest-work.ts')).keepWork({ ...mark, quizAnswers, title, passed })
      }
    } catch {
      return fail('notKept') // storage is unavailable or a script failed to load
    }
    dropFeedback(running)
    kept.forget()
    setEnded({ attempt: practice, certificate: null, mode })
    showEnd()
  }

  /** As one attempt through the outbox, which waits for a connection. */
  async function sendWhole(quizAnswers: Record<string, string[]>) {
    setStep('checking')
    try {
      const [{ sendCompletion }, { SentQuiz }] = await Promise.all([
        import('@/outbox/send-completion.ts'),
        import('./sent-quiz.tsx'),
      ])
      const { id, arrived } = await sendCompletion({ ...mark, quizAnswers }, title)
      arrived.catch(() => null) // the outbox entry shows the result
      kept.forget()
      setSent({ id, Sent: SentQuiz })
      setStep('filling')
    } catch {
      // Storage is unavailable or a script failed to load: falls back to a plain form post.
      if (navigator.onLine && action !== null) return kept.post(action) // saved answers stay until then
      fail('notKept')
    }
  }

  function again() {
    setSent(null)
    setEnded(null)
    setResults({})
    setProblem(null)
    given.current = new Map()
    kept.restart(shuffleOptions(props.questions, attempt + 1))
    setAttempt(attempt + 1)
    goTo(0)
    document.getElementById('content')?.scrollIntoView()
  }

  return {
    questions,
    attempt,
    /** Whether this attempt was begun here, after another one. */
    isAnother: attempt !== firstAttempt,
    at,
    step,
    problem,
    missing,
    result: question && results[question.key],
    isLast: isLast || ended !== null,
    ended,
    sent,
    kept,
    submit,
    goOn: () => (isLast || ended !== null ? finish(results) : goTo(at + 1)),
    again,
  }
}
