import { CAST } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Certificate } from '../certificates/contract.ts'
import { CERTIFICATE_CODE, MAX_QUIZ_TRIES } from '../shared/limits.ts'
import { courseFile, openSchool, rightAnswers, type School } from './test/school.ts'

let school: School
let moduleId: string
let lessons: string[]
beforeAll(async () => {
  school = await openSchool()
})
beforeEach(async () => {
  await school.db.reset()
  await school.fill()
  const module = (await school.read('eve', COURSE)).modules.find((each) => each.slug === MODULE)
  moduleId = module?.id ?? ''
  lessons = module?.lessons.map((lesson) => lesson.slug) ?? []
})
afterAll(() => school.db.close())

const COURSE = 'surveyor-basics'
/** A module with five questions, one of the kind `multiple`. */
const MODULE = 'before-you-start'
const answer = (p_quiz_answers: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  school.mark('amina', moduleId, { p_quiz_answers, ...more })
const right = (wrong = 0) => rightAnswers(COURSE, MODULE, wrong)
const hasPassed = async (who: 'amina' | 'chebet' | 'eve') =>
  (await school.db.sql<{ p: boolean }>('select app.has_passed_course($1, $2) as p', [CAST[who].id, COURSE]))[0]?.p
const certificates = () => school.db.sql<{ code: string }>('select code from app.certificates order by code')
const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug?: string }) => error.slug,
  )

test('passes with four of five right answers and explains each question', async () => {
  const { attempt, module } = await answer(right(1))
  expect(attempt).toMatchObject({ percent: 80, passed: true, rightCount: 4, questionCount: 5 })
  expect(attempt?.results.map((result) => result.right)).toEqual([false, true, true, true, true])
  const file = courseFile(COURSE).modules.find((each) => each.slug === MODULE)
  for (const { key, explanation } of attempt?.results ?? [])
    expect(explanation).toBe(file?.answers[key]?.explanation.en)
  expect(module).toMatchObject({ completedItems: ['quiz'], quiz: { passed: true, attempts: 1, bestPercent: 80 } })
})

test('fails with three of five; the lessons sent along are stored, and a later attempt passes', async () => {
  const failed = await answer(right(2), { p_completed_items: lessons })
  expect(failed.attempt).toMatchObject({ percent: 60, passed: false })
  expect(failed.module).toMatchObject({ state: 'in_progress', completedItems: lessons, remainingItems: ['quiz'] })
  expect((await answer(right())).module).toMatchObject({ state: 'completed', remainingItems: [] })
  const worse = await answer(right(3))
  expect(worse.attempt?.passed).toBe(false)
  expect(worse.module).toMatchObject({ state: 'completed', quiz: { passed: true, attempts: 3, bestPercent: 100 } })
})

test('ignores the order of answers to a multiple choice, but not to an order question', async () => {
  const entry = (await school.read('amina', COURSE)).modules.find((each) => each.slug === 'a-good-entry')?.id ?? ''
  const keyed = rightAnswers(COURSE, 'a-good-entry')
  const turned = { ...keyed, order: keyed.order?.toReversed() }
  const { attempt } = await school.mark('amina', entry, { p_quiz_answers: turned })
  expect(attempt?.results.find((result) => result.key === 'order')?.right).toBe(false)
  const multiple = { ...right(), 'not-collect': right()['not-collect']?.toReversed() }
  expect((await answer(multiple)).attempt?.percent).toBe(100)
})

test('grades the choice of one picture of several', async () => {
  const course = courseFile('ride-safely')
  const [first] = course.modules
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120"><rect/></svg>'
  const words = { en: 'An open door', sw: 'Mlango wazi' }
  const options = ['open', 'shut'].map((key) => ({ key, text: words, picture }))
  if (!first) throw new Error('No module')
  first.questions = [{ key: 'door', kind: 'picture', text: words, options }]
  first.answers = { door: { right: ['shut'], explanation: words, lesson: 'look-at-the-vehicle' } }
  await school.load(course)
  const { id, questions } = (await school.read('amina', 'ride-safely')).modules[0] ?? { id: '', questions: [] }
  expect(questions[0]?.options[0]).toEqual({ key: 'open', text: words.en, picture })
  const choose = (...door: string[]) => school.mark('amina', id, { p_quiz_answers: { door } })
  await expect(choose('open', 'shut')).rejects.toMatchObject({ slug: 'invalid_request' })
  expect((await choose('open')).attempt?.passed).toBe(false)
  expect((await choose('shut')).attempt?.passed).toBe(true)
})

test('too few or too many options of a multiple choice are wrong', async () => {
  for (const given of [
    ['faces', 'names'],
    ['faces', 'names', 'phones', 'plate'],
  ]) {
    const { attempt } = await answer({ ...right(), 'not-collect': given })
    expect(attempt?.results.find((result) => result.key === 'not-collect')?.right).toBe(false)
  }
})

test.each([
  ['an unanswered question', { power: undefined }, 'quizAnswers.power', 'required'],
  ['an unknown question', { nothing: ['a'] }, 'quizAnswers.nothing', 'unknown_reference'],
  ['an unknown option', { power: ['nothing'] }, 'quizAnswers.power', 'invalid_value'],
  ['no option', { power: [] }, 'quizAnswers.power', 'invalid_value'],
  ['two options of one', { power: ['see', 'fine'] }, 'quizAnswers.power', 'invalid_value'],
  ['one option twice', { 'not-collect': ['faces', 'faces'] }, 'quizAnswers.not-collect', 'invalid_value'],
  ['a word instead of a list', { power: 'see' }, 'quizAnswers.power', 'invalid_value'],
  ['nothing instead of a list', { power: null }, 'quizAnswers.power', 'invalid_value'],
  ['a list of nothing', { power: [null] }, 'quizAnswers.power', 'invalid_value'],
])('rejects %s without counting an attempt', async (_, change, path, code) => {
  await expect(answer({ ...right(), ...change })).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path, code }] },
  })
  expect(await school.db.sql('select from app.quiz_attempts')).toEqual([])
})

test('rejects a quiz completion without a passed attempt', async () => {
  const claim = { p_completed_items: [...lessons, 'quiz'] }
  await expect(school.mark('amina', moduleId, claim)).rejects.toMatchObject({ slug: 'quiz_not_passed' })
  expect(await school.progress('amina')).toEqual([])
  expect((await answer(right(2), claim)).module).toMatchObject({ completedItems: lessons, remainingItems: ['quiz'] })
  expect((await answer(right(), claim)).module.state).toBe('completed')
  // After a passed attempt a second device may send the completion.
  expect((await school.mark('amina', moduleId, claim)).module.state).toBe('completed')
})

test('limits attempts to five an hour; the same answers again do not count', async () => {
  const tries = [5, 4, 3, 2].map((wrong) => right(wrong))
  tries.push({ ...right(2), unsafe: ['keep'] })
  expect(tries).toHaveLength(MAX_QUIZ_TRIES)
  for (const each of tries) expect((await answer(each)).attempt?.passed).toBe(false)
  await school.db.shiftClock('20 minutes')
  await expect(answer(right())).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.any(Number) },
  })
  expect((await answer(tries[0] ?? {})).attempt?.percent).toBe(0)
  // The limit does not apply to other users.
  expect((await school.mark('eve', moduleId, { p_quiz_answers: right() })).attempt?.passed).toBe(true)
  await school.db.shiftClock('61 minutes')
  expect((await answer(right())).attempt?.passed).toBe(true)
})

test('an attempt that claims the quiz as completed counts like any other', async () => {
  const claim = { p_completed_items: ['quiz'] }
  const tries = [5, 4, 3, 2].map((wrong) => right(wrong))
  tries.push({ ...right(2), unsafe: ['keep'] })
  for (const each of tries) expect((await answer(each, claim)).attempt?.passed).toBe(false)
  await expect(answer(right(), claim)).rejects.toMatchObject({ slug: 'rate_limited' })
})

test('the call that counts an attempt does not return its result, so that a rollback reveals nothing', async () => {
  const said = (p_quiz_answers: Record<string, unknown>) =>
    school.db.as('amina').rpc('mark_learning_module_progress', { p_module_id: moduleId, p_quiz_answers })
  await school.pass('amina', COURSE)
  for (const each of [right(5), right(1), right(5)]) expect(await said(each)).toEqual({ courseVersion: 1 })
  // The call that completes the course returns no more either.
  await school.db.sql('delete from app.enrolments')
  for (const { id, slug, lessons: read } of (await school.read('amina', COURSE)).modules)
    expect(
      await school.db.as('amina').rpc('mark_learning_module_progress', {
        p_module_id: id,
        p_completed_items: read.map((lesson) => lesson.slug),
        p_quiz_answers: rightAnswers(COURSE, slug),
      }),
    ).toEqual({ courseVersion: 1 })
  expect(await hasPassed('amina')).toBe(true)
})

test('does not grade answers that were not counted as an attempt', async () => {
  await school.mark('amina', moduleId)
  const asked = { p_module_id: moduleId, p_course_version: 1, p_quiz_answers: right() }
  expect(await school.db.as('amina').rpc('get_learning_module_progress', asked)).toMatchObject({ attempt: null })
  await school.mark('eve', moduleId, { p_quiz_answers: right() })
  expect(await school.db.as('amina').rpc('get_learning_module_progress', asked)).toMatchObject({ attempt: null })
})

test('ten different concurrent attempts count five', async () => {
  const options = {
    power: ['insist', 'see', 'fine'],
    unsafe: ['finish', 'back', 'keep'],
    passenger: ['entry', 'ignore'],
  }
  const tries = options.power.flatMap((power) =>
    options.unsafe.flatMap((unsafe) =>
      options.passenger.map((passenger) => ({ ...right(), power: [power], unsafe: [unsafe], passenger: [passenger] })),
    ),
  )
  await school.mark('amina', moduleId)
  const answers = await school.db.parallel(tries.slice(0, 10).map((each) => () => settle(answer(each))))
  const refused = answers.length - MAX_QUIZ_TRIES
  expect(answers.toSorted()).toEqual([...Array(MAX_QUIZ_TRIES).fill('done'), ...Array(refused).fill('rate_limited')])
  expect(await school.db.sql('select from app.quiz_attempts')).toHaveLength(MAX_QUIZ_TRIES)
})

test('ten concurrent copies of one attempt count once', async () => {
  const answers = await school.db.parallel(Array.from({ length: 10 }, () => () => answer(right())))
  expect(new Set(answers.map((each) => JSON.stringify(each.attempt))).size).toBe(1)
  expect(answers.at(-1)?.module.quiz?.attempts).toBe(1)
})

test('the last module completes the course, once, and only for the user who passed it', async () => {
  await school.pass('chebet', COURSE, 2)
  expect(await hasPassed('chebet')).toBe(false)
  expect(await certificates()).toEqual([])
  await school.pass('chebet', COURSE)
  expect([await hasPassed('chebet'), await hasPassed('eve')]).toEqual([true, false])
  const [course] = await school.progress('chebet')
  expect(course).toMatchObject({ state: 'completed', certificate: { code: expect.any(String) } })
  await school.db.shiftClock('1 day')
  await school.pass('chebet', COURSE)
  expect(await school.progress('chebet')).toEqual([course])
  expect((await school.list('chebet'))[2]?.progress).toMatchObject({
    state: 'completed',
    completedModules: courseFile(COURSE).modules.length,
    certificateCode: course?.certificate?.code,
  })
})

test('completing the last two modules concurrently on two phones issues one certificate', async () => {
  const { modules } = await school.read('amina', COURSE)
  await school.pass('amina', COURSE, 1)
  await school.db.parallel(
    modules.slice(1).map(
      (module) => () =>
        school.mark('amina', module.id, {
          p_completed_items: module.lessons.map((lesson) => lesson.slug),
          p_quiz_answers: rightAnswers(COURSE, module.slug),
        }),
    ),
  )
  expect(await certificates()).toHaveLength(1)
  expect(await hasPassed('amina')).toBe(true)
})

test('verifies a certificate by its code in any spelling, and returns the course, date and name', async () => {
  await school.db.shiftClock(`${Date.parse('2027-03-01T22:30:00Z') - Date.now()} milliseconds`)
  await school.pass('chebet', COURSE)
  const code = (await certificates())[0]?.code ?? ''
  const check = async (p_code: string) =>
    Certificate.parse(await school.db.as('learning_server').rpc('get_certificate', { p_code, p_locale: 'sw' }))
  const shown = await check(code)
  expect(shown).toEqual({
    code,
    course: { id: expect.any(String), slug: COURSE, title: 'Misingi ya mtafiti', summary: expect.any(String) },
    issuedOn: '2027-03-02',
    displayName: null,
  })
  await school.db.sql(`insert into app.profiles (user_id, display_name) values ($1, 'Chebet K.')`, [CAST.chebet.id])
  const spelt = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await check(spelt)).toEqual({ ...shown, displayName: 'Chebet K.' })
  const said = JSON.stringify(await school.db.as('eve').rpc('get_certificate', { p_code: code }))
  for (const hidden of [CAST.chebet.id, CAST.chebet.email]) expect(said).not.toContain(hidden)
  await expect(school.db.as('anon').rpc('get_certificate', { p_code: code })).rejects.toMatchObject({ code: '42501' })
})

test('a code has 100 random bits, and an unknown one finds nothing', async () => {
  const codes = await school.db.sql<{ code: string }>(
    'select app.certificate_code() as code from generate_series(1, 2000)',
  )
  expect(new Set(codes.map(({ code }) => code)).size).toBe(2000)
  const letters = new Map<string, number>()
  const { length, group } = CERTIFICATE_CODE
  const one = `[0-9A-HJKMNP-TV-Z]{${group}}`
  const shape = new RegExp(`^(${one}-){${length / group - 1}}${one}$`)
  for (const { code } of codes) {
    expect(code).toMatch(shape)
    for (const letter of code.replaceAll('-', '')) letters.set(letter, (letters.get(letter) ?? 0) + 1)
  }
  // 40,000 characters of an alphabet of 32: about 1,250 of each.
  expect(letters.size).toBe(32)
  for (const count of letters.values()) expect(Math.abs(count - 1250)).toBeLessThan(250)
  for (const p_code of ['', 'C', codes[0]?.code ?? '', '%', '_____-_____-_____-_____'])
    await expect(school.db.as('learning_server').rpc('get_certificate', { p_code })).rejects.toMatchObject({
      slug: 'not_found',
    })
})
