import { CAST } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LearningFigures, LearningPath } from './path-contract.ts'
import { courseFile, openSchool, rightAnswers, type School } from './test/school.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})
beforeEach(async () => {
  await school.db.reset()
  await school.fill()
})
afterAll(() => school.db.close())

const RIDE = 'ride-safely'
const path = async (who: 'amina' | 'eve') =>
  LearningPath.parse(await school.db.as(who).rpc('get_learning_path', { p_locale: 'en' }))
const setGoal = (who: 'amina' | 'anon', p_items_per_week: number | null) =>
  school.db.as(who).rpc('set_learning_goal', { p_items_per_week })
const figures = async (who: 'dalmas' | 'amina' | 'anon') =>
  LearningFigures.parse(await school.db.as(who).rpc('get_learning_figures', { p_locale: 'en' }))
const moduleId = async (course: string, at: number) => (await school.read('eve', course)).modules[at]?.id ?? ''

test('returns what was done, by week and lately, and where the person stopped, to that person only', async () => {
  const [first, second] = courseFile(RIDE).modules[0]?.lessons ?? []
  await school.mark('amina', await moduleId(RIDE, 0), { p_completed_items: [first?.slug] })
  await school.db.shiftClock('8 days')
  await school.mark('amina', await moduleId(RIDE, 0), { p_completed_items: [second?.slug] })
  const mine = await path('amina')
  expect(mine.last).toEqual({ course: RIDE, openQuiz: null })
  expect(mine.weeks).toHaveLength(8)
  expect(mine.weeks.slice(-3).map(({ items }) => items)).toEqual(expect.arrayContaining([1, 1]))
  expect(mine.weeks.at(-1)?.items).toBe(1)
  expect(mine.recent.map(({ title }) => title)).toEqual([second?.title.en, first?.title.en])
  expect(await path('eve')).toMatchObject({ last: null, recent: [], itemsPerWeek: null })
})

test('continues at the quiz that was left in the middle, and not at a completed course', async () => {
  await school.pass('amina', 'surveyor-basics')
  expect((await path('amina')).last).toBeNull()
  await school.db.as('amina').rpc('answer_quiz_question', {
    p_module_id: await moduleId(RIDE, 0),
    p_question: 'why-plate',
    p_answer: ['luck'],
  })
  expect((await path('amina')).last).toEqual({ course: RIDE, openQuiz: courseFile(RIDE).modules[0]?.slug })
})

test('names a failed quiz as the latest activity', async () => {
  const [, second] = courseFile(RIDE).modules
  await school.mark('amina', await moduleId(RIDE, 1), { p_quiz_answers: rightAnswers(RIDE, second?.slug ?? '', 4) })
  await school.db.shiftClock('1 minute')
  const [lesson] = courseFile('surveyor-basics').modules[0]?.lessons ?? []
  await school.mark('amina', await moduleId('surveyor-basics', 0), { p_completed_items: [lesson?.slug] })
  expect((await path('amina')).last?.course).toBe('surveyor-basics')
  await school.db.shiftClock('2 minutes')
  await school.mark('amina', await moduleId(RIDE, 1), { p_quiz_answers: rightAnswers(RIDE, second?.slug ?? '', 3) })
  expect((await path('amina')).last).toEqual({ course: RIDE, openQuiz: null })
})

test('after a move to a newer version, names only what that version still has', async () => {
  const [first, last] = [0, courseFile(RIDE).modules.length - 1]
  const [removed, kept] = courseFile(RIDE).modules[first]?.lessons ?? []
  await school.mark('amina', await moduleId(RIDE, first), { p_completed_items: [removed?.slug, kept?.slug] })
  const question = courseFile(RIDE).modules[last]?.questions[0]
  await school.db.as('amina').rpc('answer_quiz_question', {
    p_module_id: await moduleId(RIDE, last),
    p_question: question?.key,
    p_answer: [question?.options[0]?.key],
  })
  const next = courseFile(RIDE)
  next.modules = next.modules
    .slice(0, -1)
    .map((each) => ({ ...each, lessons: each.lessons.filter(({ slug }) => slug !== removed?.slug) }))
  expect(await school.load(next)).toMatchObject({ version: 2 })
  const { id } = await school.read('amina', RIDE)
  await school.db.as('amina').rpc('begin_newest_course_version', { p_course_id: id, p_locale: 'en' })
  const mine = await path('amina')
  expect(mine.recent.map(({ item, title }) => ({ item, title }))).toEqual([{ item: kept?.slug, title: kept?.title.en }])
  expect(mine.last).toEqual({ course: RIDE, openQuiz: null })
})

test('counts the minutes that are left of a course down to none', async () => {
  await school.mark('amina', await moduleId(RIDE, 0))
  const [begun] = await school.progress('amina')
  // The list of courses shows the same number before a course is begun.
  expect(begun?.minutesLeft).toBe((await school.list('eve')).find(({ slug }) => slug === RIDE)?.minutes)
  await school.pass('amina', RIDE, 1)
  const [later] = await school.progress('amina')
  expect(later?.minutesLeft).toBeLessThan(begun?.minutesLeft ?? 0)
  await school.pass('amina', RIDE)
  expect((await school.progress('amina'))[0]?.minutesLeft).toBe(0)
})

test('a goal is set, replaced and removed by its person, and erased with the account', async () => {
  for (const goal of [3, 3, 5]) await setGoal('amina', goal)
  expect((await path('amina')).itemsPerWeek).toBe(5)
  await expect(setGoal('amina', 31)).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(setGoal('anon', 3)).rejects.toThrow()
  expect((await path('amina')).itemsPerWeek).toBe(5)
  await setGoal('amina', null)
  expect((await path('amina')).itemsPerWeek).toBeNull()
  await setGoal('amina', 2)
  await school.db.sql('select app.erase_learning_of($1)', [CAST.amina.id])
  expect(await school.db.sql('select from app.learning_goals')).toEqual([])
})

/** Learners without a name, who begin a course and answer its first quiz, the first questions of it wrongly. */
async function learners(count: number, wrong: number) {
  const id = await moduleId(RIDE, 0)
  const module = courseFile(RIDE).modules[0]?.slug ?? ''
  await school.mark('amina', id, { p_quiz_answers: rightAnswers(RIDE, module, wrong) })
  for (let n = 1; n < count; n++) {
    const copy = `00000000-0000-4000-8000-00000000000${n}`
    await school.db.sql(
      `insert into app.enrolments select $1, course_id, version, started_at from app.enrolments where user_id = $2`,
      [copy, CAST.amina.id],
    )
    await school.db.sql(
      `insert into app.quiz_attempts
       select $1, course_id, module_id, version, answers_hash, answers, right_answers, questions, at
         from app.quiz_attempts where user_id = $2`,
      [copy, CAST.amina.id],
    )
  }
}

test('figures name no group below five learners', async () => {
  await learners(4, 2)
  const ride = (await figures('dalmas')).courses.find(({ slug }) => slug === RIDE)
  expect(ride).toMatchObject({ started: null, completed: null, hardest: [] })
  expect(ride?.modules[0]).toMatchObject({ reached: null, stopped: null })
})

test('figures say how many began, where they stopped, and what was hardest', async () => {
  await learners(5, 2)
  const before = (await figures('dalmas')).courses.find(({ slug }) => slug === RIDE)
  expect(before?.modules[0]).toMatchObject({ reached: 5, stopped: null })
  await school.db.shiftClock('15 days')
  const ride = (await figures('dalmas')).courses.find(({ slug }) => slug === RIDE)
  expect(ride).toMatchObject({ started: 5, completed: null })
  expect(ride?.modules[0]).toMatchObject({ reached: 5, stopped: 5 })
  expect(ride?.modules[1]).toMatchObject({ reached: null, stopped: null })
  expect(ride?.hardest.slice(0, 2)).toMatchObject([{ rightPercent: 0, learners: 5 }, { rightPercent: 0 }])
})

test('figures are for admins', async () => {
  await expect(figures('amina')).rejects.toMatchObject({ slug: 'role_required' })
  await expect(figures('anon')).rejects.toThrow()
})
