import { CAST } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginNewestCourseVersion, getQuizAttempt } from './app-contract.ts'
import { CourseProgress } from './progress-contract.ts'
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
const courseId = async () => (await school.read('eve', RIDE)).id
const goOn = async (who: 'amina' | 'eve' | 'chebet') =>
  CourseProgress.parse(
    await school.db.as(who).rpc('begin_newest_course_version', { p_course_id: await courseId(), p_locale: 'en' }),
  )
/** Version 2: the first module is unchanged, the last one is replaced by a new one. */
async function publishNext() {
  const next = courseFile(RIDE)
  const [first] = next.modules
  if (!first) throw new Error('No module')
  next.modules = [...next.modules.slice(0, -1), { ...structuredClone(first), slug: 'new-here' }]
  expect(await school.load(next)).toMatchObject({ version: 2 })
}
const certificateOf = async (who: 'amina' | 'chebet') =>
  school.db.sql<{ code: string; version: number }>('select code, version from app.certificates where user_id = $1', [
    CAST[who].id,
  ])

test('moving to a newer version keeps completed items that are still part of the course', async () => {
  await school.pass('amina', RIDE, 2)
  await publishNext()
  expect(await goOn('amina')).toMatchObject({ version: 2, state: 'in_progress', certificate: null })
  const [course] = await school.progress('amina')
  expect(course?.modules.filter(({ state }) => state === 'completed')).toHaveLength(2)
  expect(course?.modules.at(-1)).toMatchObject({ slug: 'new-here', state: 'not_started' })
  expect(await school.read('amina', RIDE)).toMatchObject({ version: 2 })
})

test('a completed course keeps its certificate, and the newer version lists what is new', async () => {
  await school.pass('chebet', RIDE)
  const before = await certificateOf('chebet')
  await publishNext()
  const after = await goOn('chebet')
  expect(after).toMatchObject({ version: 2, state: 'completed', certificate: { code: before[0]?.code } })
  expect(after.modules.at(-1)).toMatchObject({ slug: 'new-here', state: 'not_started' })
  expect(await certificateOf('chebet')).toEqual(before)
  expect(before[0]?.version).toBe(1)
  const added = (await school.read('chebet', RIDE)).modules.at(-1)
  const done = await school.mark('chebet', added?.id ?? '', {
    p_completed_items: added?.lessons.map((lesson) => lesson.slug),
    p_quiz_answers: rightAnswers(RIDE, courseFile(RIDE).modules[0]?.slug ?? ''),
  })
  expect(done.module.state).toBe('completed')
  expect(await certificateOf('chebet')).toEqual(before)
})

test('moving to the newest version again changes nothing', async () => {
  await school.pass('amina', RIDE, 1)
  const before = await goOn('amina')
  expect(before.version).toBe(1)
  await publishNext()
  const [one, two] = await school.db.parallel([() => goOn('amina'), () => goOn('amina')])
  expect(one).toEqual(two)
})

test('rejects moving in a course not begun, and moves only the caller', async () => {
  await school.pass('amina', RIDE, 1)
  await publishNext()
  await expect(goOn('eve')).rejects.toMatchObject({ slug: 'not_found' })
  expect((await school.progress('amina'))[0]?.version).toBe(1)
  await expect(
    school.db.as('anon').rpc('begin_newest_course_version', { p_course_id: await courseId() }),
  ).rejects.toMatchObject({ code: '42501' })
  expect(beginNewestCourseVersion.errors).toEqual(['not_found'])
})

test('moving to a newer version with nothing left to do completes the course', async () => {
  await school.pass('amina', RIDE, 1)
  const shorter = courseFile(RIDE)
  shorter.modules = shorter.modules.slice(0, 1)
  await school.load(shorter)
  expect(await goOn('amina')).toMatchObject({ state: 'completed', certificate: { code: expect.any(String) } })
  expect((await certificateOf('amina'))[0]?.version).toBe(2)
})

test('the last attempt keeps its grading after the questions changed, and only its author can read it', async () => {
  const module = (await school.read('amina', RIDE)).modules[0]
  if (!module) throw new Error('No module')
  const last = async (who: 'amina' | 'eve', p_locale = 'en') =>
    getQuizAttempt.reply.parse(await school.db.as(who).rpc('get_quiz_attempt', { p_module_id: module.id, p_locale }))
      .attempt
  expect(await last('amina')).toBeNull()
  const { attempt } = await school.mark('amina', module.id, { p_quiz_answers: rightAnswers(RIDE, module.slug, 3) })
  expect(attempt?.passed).toBe(false)
  expect(await last('amina')).toEqual(attempt)
  expect(await last('eve')).toBeNull()
  expect((await last('amina', 'sw'))?.results[0]?.explanation).not.toBe(attempt?.results[0]?.explanation)

  const changed = courseFile(RIDE)
  changed.modules[0]?.questions.pop()
  const gone = Object.keys(changed.modules[0]?.answers ?? {}).at(-1) ?? ''
  delete changed.modules[0]?.answers[gone]
  await school.load(changed)
  await goOn('amina')
  expect(await last('amina')).toEqual(attempt)
  const now = await school.mark('amina', module.id, {
    p_quiz_answers: Object.fromEntries(Object.entries(rightAnswers(RIDE, module.slug)).filter(([key]) => key !== gone)),
  })
  expect(now.attempt).toMatchObject({ passed: true, questionCount: (attempt?.questionCount ?? 0) - 1 })
})
