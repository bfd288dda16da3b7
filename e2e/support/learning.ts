import { expect, type Page } from '@playwright/test'
import { type CourseToLoad, coursesFolder, readCourses } from '@salama/domain/learning/files'
import type { Control } from '@salama/testing/control'
import { installed } from './offline.ts'
import { address } from './test.ts'

// Reads the course files, so that the correct answers are not repeated in the journeys.

const courses = readCourses(coursesFolder())
type Module = CourseToLoad['modules'][number]

export function moduleFile(course: string, module: string): Module {
  const found = courses.find(({ slug }) => slug === course)?.modules.find(({ slug }) => slug === module)
  if (!found) throw new Error(`No module ${course}/${module}`)
  return found
}

export const RIDE = 'ride-safely'
/** Its quiz has pictures, an order and single choices; that of the module after it a multiple choice as well. */
export const PICTURES = 'on-the-way'
export const MULTIPLE = 'speaking-up'
export const lessonsOf = (module: string) => moduleFile(RIDE, module).lessons

export const learningPage = (...path: string[]) => `${address('learning')}/${path.join('/')}`
export const stepPage = (course: string, module: string, item: string, locale = 'en') =>
  learningPage(locale, 'courses', course, module, item)

/** Fills in one question: correctly or wrongly. */
export async function fillQuestion(page: Page, { questions, answers }: Module, at: number, isWrong = false) {
  const { key, kind, options } = questions[at] ?? { key: '', kind: 'single', options: [] }
  const right = answers[key]?.right ?? []
  if (kind === 'order') return fillOrder(page, key, isWrong ? right.toReversed() : right)
  const others = options.map((option) => option.key).filter((option) => !right.includes(option))
  for (const option of isWrong ? others.slice(0, 1) : right)
    await page.locator(`[name="answer:${key}"][value="${option}"]`).check()
}

/** Moves the lines into an order with the arrow keys; without JavaScript each has a list of places. */
async function fillOrder(page: Page, question: string, order: readonly string[]) {
  const lines = page.locator(`#question-${question} [data-option]`)
  const places = page.locator(`select[name^="place:${question}:"]`)
  await expect(lines.or(places).first()).toBeVisible()
  if ((await places.count()) > 0) {
    for (const [at, option] of order.entries())
      await page.locator(`[name="place:${question}:${option}"]`).selectOption(String(at + 1))
    return
  }
  const now = () => lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-option')))
  for (const [at, option] of order.entries())
    for (let from = (await now()).indexOf(option); from > at; from--)
      await page.locator(`#question-${question} [data-option="${option}"] button`).first().press('ArrowUp')
  expect(await now()).toEqual(order)
}

/** Fills in all questions of a page without JavaScript. */
export async function fillPlainQuiz(page: Page, module: Module): Promise<void> {
  for (const at of module.questions.keys()) await fillQuestion(page, module, at)
}

type How = { wrong?: number; from?: number; hasFeedback?: boolean }

/** Takes the quiz on the page question by question: correctly, or with the first `wrong` questions answered wrongly. */
export async function takeQuiz(page: Page, module: Module, { wrong = 0, from = 0, hasFeedback = true }: How = {}) {
  for (const at of module.questions.keys()) {
    if (at < from) continue
    await fillQuestion(page, module, at, at < wrong)
    await page.getByRole('button', { name: 'Check answer' }).click()
    if (!hasFeedback) continue
    await expect(page.getByRole('heading', { name: at < wrong ? 'Incorrect' : 'Correct' })).toBeVisible()
    await page.getByRole('button', { name: /Next question|See result/ }).click()
  }
}

export const sendQuiz = (page: Page) => page.getByRole('button', { name: 'Send answers' }).click()

/** Multiplies a user's one quiz attempt to `times`, all just now and each with other answers. */
export const haveTried = (control: Control, email: string, times: number) =>
  control.query(
    `insert into app.quiz_attempts
      (user_id, course_id, module_id, version, answers_hash, answers, right_answers, questions, at)
     select a.user_id, a.course_id, a.module_id, a.version, int4send(n), a.answers, a.right_answers, a.questions, a.at
       from app.quiz_attempts a join auth.users u on u.id = a.user_id, generate_series(2, $2::int) n
      where u.email = $1`,
    [email, times],
  )

/** A user's completed items on the server. */
export async function itemsOf(control: Control, email: string): Promise<string[]> {
  const rows = await control.query<{ item: string }>(
    `select i.item from app.completed_items i join auth.users u on u.id = i.user_id
      where u.email = $1 order by i.item`,
    [email],
  )
  return rows.map(({ item }) => item)
}

export async function saveCourse(page: Page, course: string): Promise<void> {
  await page.goto(learningPage('en', 'courses', course))
  await installed(page)
  await page.getByRole('button', { name: 'Download course' }).click()
  await expect(page.getByText(/^Downloaded .* kB/)).toBeVisible()
}
