import { expect, type Page } from '@playwright/test'
import { COURSES, type CourseToLoad, readCourses } from '@salama/domain/learning/files'
import type { Control } from '@salama/testing/control'
import { installed } from './offline.ts'
import { address } from './test.ts'

// Reads the course files, so that the correct answers are not repeated in the journeys.

const courses = readCourses(COURSES)
type Module = CourseToLoad['modules'][number]

export function moduleFile(course: string, module: string): Module {
  const found = courses.find(({ slug }) => slug === course)?.modules.find(({ slug }) => slug === module)
  if (!found) throw new Error(`No module ${course}/${module}`)
  return found
}

export const learningPage = (...path: string[]) => `${address('learning')}/${path.join('/')}`
export const stepPage = (course: string, module: string, item: string, locale = 'en') =>
  learningPage(locale, 'courses', course, module, item)

/** Fills in the quiz on the page: correctly, or with the first `wrong` questions answered wrongly. */
export async function fillQuiz(page: Page, { questions, answers }: Module, { wrong = 0 } = {}): Promise<void> {
  for (const [index, { key, kind, options }] of questions.entries()) {
    const right = answers[key]?.right ?? []
    const isWrong = index < wrong
    if (kind === 'order') {
      const order = isWrong ? right.toReversed() : right
      for (const [at, option] of order.entries())
        await page.locator(`[name="place:${key}:${option}"]`).selectOption(String(at + 1))
      continue
    }
    const others = options.map((option) => option.key).filter((option) => !right.includes(option))
    for (const option of isWrong ? others.slice(0, 1) : right)
      await page.locator(`[name="answer:${key}"][value="${option}"]`).check()
  }
}

/** The answers filled in on the page, by field name. */
export const filledIn = (page: Page) =>
  page
    .locator('form:has(fieldset)')
    .evaluate((form: HTMLFormElement) =>
      [...new FormData(form)].filter(([name, value]) => name.includes(':') && value !== '').map(String),
    )

/** How many answers of unsent quizzes this tab has saved. */
export const savedAnswers = (page: Page) =>
  page.evaluate(
    () =>
      Object.entries(sessionStorage)
        .filter(([key]) => /^salama-learning\.quiz\..*\d$/.test(key))
        .flatMap(([, kept]) => Object.values(JSON.parse(kept)).flat()).length,
  )

export const sendQuiz = (page: Page) => page.getByRole('button', { name: 'Send answers' }).click()

/** Resets a user's learning: no course begun. */
export const clearLearning = (control: Control, email: string) =>
  control.query('delete from app.enrolments e using auth.users u where u.id = e.user_id and u.email = $1', [email])

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
