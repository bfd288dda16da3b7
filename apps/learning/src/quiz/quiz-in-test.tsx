import { answerQuizQuestion } from '@salama/domain/learning/app-contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer, Sent } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect } from 'vitest'
import { App, learningServer } from '@/testing.ts'
import type { Question } from './answers.ts'
import { QuizForm } from './quiz-form.tsx'

// The quiz of a module, and a server that grades it; both are new for each test.

const option = (key: string, text: string) => ({ key, text, picture: null })
export const belt: Question = {
  key: 'belt',
  kind: 'single',
  text: 'Who fastens a belt?',
  options: [option('all', 'Everybody'), option('driver', 'The driver')],
}
const signs: Question = {
  key: 'signs',
  kind: 'multiple',
  text: 'What is a warning?',
  options: [option('speed', 'Speeding'), option('phone', 'A phone at the wheel'), option('song', 'A song')],
}
const steps: Question = {
  key: 'steps',
  kind: 'order',
  text: 'What comes first?',
  options: [option('stop', 'Stop'), option('look', 'Look'), option('go', 'Go')],
}
/** The last one cannot be left out of a form that the browser checks. */
export const whistle: Question = { ...belt, key: 'whistle', text: 'Who may whistle?' }
const QUESTIONS = [belt, signs, steps]

export const example = answerQuizQuestion.reply.parse(answerQuizQuestion.examples.reply)

export let server: FakeServer
/** Another one for each test: the page remembers what it has shown of a quiz. */
let moduleId: string
/** The answers given so far, as the server grades them: an answer is right when its first option is the first. */
export let given: { key: string; answer: string[] }[]

export const resultOf = ({ key, answer }: { key: string; answer: string[] }) => {
  const right = QUESTIONS.find((each) => each.key === key)?.options[0]?.key ?? ''
  return {
    key,
    given: answer,
    right: answer[0] === right,
    rightOptions: [right],
    explanation: `Because of ${key}.`,
    lesson: 'belts',
  }
}
export function grade({ body }: Sent) {
  const { question, answer } = answerQuizQuestion.body.parse(body)
  given = [...given, { key: question, answer }]
  const results = given.map(resultOf)
  const course = { ...example.course, certificate: null }
  if (given.length < QUESTIONS.length) return { answered: { courseVersion: 1, results }, attempt: null, course }
  return { answered: null, attempt: attemptOf(given), course }
}
export function attemptOf(answers: typeof given) {
  const results = answers.map(resultOf)
  const rightCount = results.filter(({ right }) => right).length
  const percent = Math.floor((rightCount * 100) / QUESTIONS.length)
  return {
    at: new Date().toISOString(),
    percent,
    passed: percent >= 80,
    rightCount,
    questionCount: QUESTIONS.length,
    results,
  }
}

beforeEach(() => {
  moduleId = crypto.randomUUID()
  given = []
  server = learningServer()
  server.answerBy(answerQuizQuestion, grade)
})

type Mode = 'graded' | 'visitor' | 'practice'
export const quiz = (mode: Mode = 'graded', locale: 'en' | 'sw' = 'en', lastTry?: string, questions = QUESTIONS) => (
  <App locale={locale} path="/courses/ride-safely/belts/quiz">
    <QuizForm
      action={mode === 'graded' ? '/api/progress?locale=en' : null}
      questions={questions}
      percentNeeded={80}
      mark={{ moduleId, courseVersion: 1, course: 'ride-safely', module: 'belts', item: 'quiz' }}
      of={{ course: 'ride-safely', module: 'belts', locale, lessons: [{ slug: 'belts', title: 'Belts' }] }}
      title="Belts"
      next="/courses/ride-safely/next"
      mode={mode}
      {...(lastTry !== undefined && { lastTry: <p>{lastTry}</p> })}
    />
  </App>
)
export const open = (...[mode, locale]: Parameters<typeof quiz>) => render(quiz(mode, locale))
export const check = page.getByRole('button', { name: 'Check answer' })
export const next = page.getByRole('button', { name: 'Next question' })
export const answer = (name: string) => page.getByLabelText(name, { exact: true })
export const line = (text: string) => page.getByRole('button', { name: new RegExp(`^Move “${text}”`) })
export const lines = () =>
  [...document.querySelectorAll('[data-option]')].map((each) => each.getAttribute('data-option'))

/** Answers the first two questions rightly. */
export async function answerTwo() {
  await answer('Everybody').click()
  await check.click()
  await next.click()
  await answer('Speeding').click()
  await check.click()
  await next.click()
  // The question that comes takes the focus after it is drawn.
  await expect.element(page.getByRole('group', { name: /^3\. What/ })).toHaveFocus()
}
