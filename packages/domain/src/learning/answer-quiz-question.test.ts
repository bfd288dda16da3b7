import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_QUIZ_TRIES } from '../shared/limits.ts'
import { openSchool, rightAnswers, type School } from './test/school.ts'

let school: School
let moduleId: string
beforeAll(async () => {
  school = await openSchool()
})
beforeEach(async () => {
  await school.db.reset()
  await school.fill()
  moduleId = await idOf(COURSE, MODULE)
})
afterAll(() => school.db.close())

const COURSE = 'surveyor-basics'
/** A module with five questions. */
const MODULE = 'before-you-start'
const RIGHT = Object.entries(rightAnswers(COURSE, MODULE))
const idOf = async (course: string, module: string) =>
  (await school.read('eve', course)).modules.find(({ slug }) => slug === module)?.id ?? ''

type Result = { key: string; right: boolean; given: string[]; rightOptions: string[]; lesson: string | null }
type Attempt = { passed: boolean; percent: number; results: Result[] }
type State = { answered: { courseVersion: number; results: Result[] } | null; attempt: Attempt | null }

/** The same two calls as the use case. */
async function answer(question: string, given: unknown, more: object = {}): Promise<State> {
  await school.db.as('amina').rpc('answer_quiz_question', {
    p_module_id: moduleId,
    p_question: question,
    p_answer: given,
    ...more,
  })
  return (await school.db.as('amina').rpc('get_quiz_feedback', { p_module_id: moduleId, p_locale: 'en' })) as State
}
const attempts = () => school.db.sql('select right_answers from app.quiz_attempts')
const openAttempts = () => school.db.sql('select from app.open_quiz_attempts')
const lastAttempt = async () =>
  ((await school.db.as('amina').rpc('get_quiz_attempt', { p_module_id: moduleId, p_locale: 'en' })) as State).attempt
const wrongOf = (key: string) => (key === 'power' ? ['fine'] : ['nothing'])

test('returns feedback on answered questions only, and grades the attempt with the last one', async () => {
  const [first] = RIGHT
  const begun = await answer(first?.[0] ?? '', first?.[1])
  expect(begun.attempt).toBeNull()
  expect(begun.answered?.results).toMatchObject([
    { key: 'power', right: true, given: ['see'], rightOptions: ['see'], lesson: 'what-a-surveyor-does' },
  ])
  let last = begun
  for (const [key, right] of RIGHT.slice(1)) last = await answer(key, right)
  expect(last).toMatchObject({ answered: null, attempt: { passed: true, percent: 100 } })
  expect((await school.progress('amina'))[0]?.modules[0]?.completedItems).toEqual(['quiz'])
})

test('the first answer is final: another one to the same question changes nothing', async () => {
  expect((await answer('power', wrongOf('power'))).answered?.results).toMatchObject([{ right: false }])
  for (let n = 0; n < 2; n++)
    expect((await answer('power', ['see'])).answered?.results).toMatchObject([{ right: false, given: ['fine'] }])
})

test('a whole attempt that agrees finishes the open one; one that differs is another attempt', async () => {
  await answer('power', wrongOf('power'))
  const other = { ...rightAnswers(COURSE, MODULE, 3), power: ['see'] }
  await school.mark('amina', moduleId, { p_quiz_answers: other })
  expect(await attempts()).toHaveLength(2) // the open one is graded as it was
  expect(await lastAttempt()).toMatchObject({ rightCount: 3 }) // and is not the last one
  await answer('power', ['see'])
  await school.mark('amina', moduleId, { p_quiz_answers: rightAnswers(COURSE, MODULE) })
  expect(await attempts()).toHaveLength(3)
  expect(await lastAttempt()).toMatchObject({ rightCount: 5 })
  expect(await openAttempts()).toEqual([])
})

test('the last answer, sent twice or from two devices, begins no attempt once the quiz is passed', async () => {
  for (const [key, right] of RIGHT) await answer(key, right)
  const [last = '', right] = RIGHT.at(-1) ?? []
  for (const [key, given] of [
    [last, right],
    ['power', wrongOf('power')],
  ] as const)
    expect(await answer(key, given)).toMatchObject({ answered: null, attempt: { passed: true, percent: 100 } })
  expect(await attempts()).toEqual([{ right_answers: 5 }])
  expect(await openAttempts()).toEqual([])
})

test('the last answer of a failed attempt, sent twice, begins no attempt; a minute later it does', async () => {
  const wrong = Object.entries(rightAnswers(COURSE, MODULE, 5))
  for (const [key, given] of wrong) await answer(key, given)
  const [last = '', given] = wrong.at(-1) ?? []
  expect(await answer(last, given)).toMatchObject({ answered: null, attempt: { passed: false } })
  expect(await openAttempts()).toEqual([])
  await answer(wrong[0]?.[0] ?? '', wrong[0]?.[1]) // a new attempt begins at the first question
  expect(await openAttempts()).toHaveLength(1)
  await school.db.sql('delete from app.open_quiz_attempts')
  await school.db.shiftClock('2 minutes')
  await answer(last, given)
  expect(await openAttempts()).toHaveLength(1)
})

test('open attempts count towards five an hour, also abandoned ones', async () => {
  const other = (n: number) => ({ ...rightAnswers(COURSE, MODULE, 4), 'not-collect': [['faces', 'names', 'plate'][n]] })
  for (let n = 0; n < 2; n++) {
    await answer('unsafe', n === 0 ? ['keep'] : ['back'])
    await school.mark('amina', moduleId, { p_quiz_answers: { ...other(n), power: ['see'], unsafe: ['finish'] } })
  }
  expect(await attempts()).toHaveLength(MAX_QUIZ_TRIES - 1)
  await answer('power', ['see'])
  await expect(school.mark('amina', moduleId, { p_quiz_answers: other(2) })).rejects.toMatchObject({
    slug: 'rate_limited',
  })
})

test.each([
  ['an unknown question', 'nothing', ['a'], { path: 'question', code: 'unknown_reference' }],
  ['an unknown option', 'power', ['nothing'], { path: 'answer' }],
  ['two options of one', 'power', ['see', 'fine'], { path: 'answer' }],
  ['no list', 'power', 'see', { path: 'answer' }],
])('rejects %s and begins no attempt', async (_, question, given, detail) => {
  await expect(answer(question, given)).rejects.toMatchObject({ slug: 'invalid_request', detail })
  expect(await school.db.sql('select from app.open_quiz_attempts')).toEqual([])
})

test('rejects another version, a visitor, and an unknown module', async () => {
  await answer('power', ['see'])
  await expect(answer('unsafe', ['back'], { p_course_version: 2 })).rejects.toMatchObject({ slug: 'invalid_request' })
  const of = (p_module_id: string) => ({ p_module_id, p_question: 'power', p_answer: ['see'] })
  await expect(school.db.as('anon').rpc('answer_quiz_question', of(moduleId))).rejects.toThrow()
  await expect(
    school.db.as('amina').rpc('answer_quiz_question', of('00000000-0000-4000-8000-000000000000')),
  ).rejects.toMatchObject({ slug: 'not_found' })
  await expect(school.db.as('eve').rpc('get_quiz_feedback', { p_module_id: moduleId })).rejects.toMatchObject({
    slug: 'not_found',
  })
})

test('an open attempt continues on another device, and nobody else sees it', async () => {
  await answer('power', ['see'])
  const read = async (who: 'amina' | 'eve') =>
    (await school.db.as(who).rpc('get_quiz_attempt', { p_module_id: moduleId, p_locale: 'sw' })) as State
  expect((await read('amina')).answered?.results).toMatchObject([{ key: 'power', given: ['see'] }])
  expect(await read('eve')).toEqual({ answered: null, attempt: null })
})

test('practice needs no account, counts for nothing, and is not for attempts that count', async () => {
  const ride = await idOf('ride-safely', 'before-you-board')
  const practice = (who: 'learning_server' | 'amina', p_module_id: string, p_question: string, p_answer: unknown) =>
    school.db.as(who).rpc('practice_quiz_question', { p_module_id, p_course_version: 1, p_question, p_answer })
  expect(await practice('learning_server', ride, 'why-plate', ['luck'])).toMatchObject({
    right: false,
    rightOptions: ['later'],
    lesson: 'look-at-the-vehicle',
  })
  await expect(practice('learning_server', moduleId, 'power', ['see'])).rejects.toMatchObject({
    slug: 'unauthenticated',
  })
  await expect(practice('amina', ride, 'why-plate', ['luck'])).rejects.toMatchObject({ slug: 'quiz_not_passed' })
  await expect(practice('learning_server', ride, 'why-plate', ['x'])).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(practice('learning_server', '00000000-0000-4000-8000-000000000000', 'a', ['x'])).rejects.toMatchObject({
    slug: 'not_found',
  })
  await school.mark('amina', moduleId, { p_quiz_answers: rightAnswers(COURSE, MODULE) })
  expect(await practice('amina', moduleId, 'power', ['see'])).toMatchObject({ right: true })
  expect(await attempts()).toHaveLength(1)
})
