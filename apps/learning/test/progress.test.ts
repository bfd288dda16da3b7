import { coursesFolder, readCourses } from '@salama/domain/learning/files'
import { ACCOUNT_HEADER } from '@salama/http/call'
import { accountKey } from '@salama/session'
import { CAST } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as certificate from '../app/api/certificates/[code]/route.ts'
import * as course from '../app/api/courses/[id]/route.ts'
import * as name from '../app/api/me/name/route.ts'
import * as newest from '../app/api/newest-version/route.ts'
import * as mark from '../app/api/progress/[moduleId]/route.ts'
import * as progress from '../app/api/progress/route.ts'
import * as attempts from '../app/api/quiz-attempts/[moduleId]/route.ts'
import * as practice from '../app/api/quiz-practice/[moduleId]/route.ts'
import { openLearner } from './learner.ts'

let learner: Awaited<ReturnType<typeof openLearner>>
let moduleId: string
let courseId: string
beforeAll(async () => {
  learner = await openLearner()
  const [row] = await learner.stack.query<{ module_id: string; course_id: string }>(
    `select m.module_id, m.course_id from app.module_versions m join app.courses c on c.id = m.course_id
      where c.slug = 'ride-safely' and m.slug = 'on-the-way'`,
  )
  moduleId = row?.module_id ?? ''
  courseId = row?.course_id ?? ''
})
beforeEach(() => learner.stack.query('delete from app.enrolments where user_id = $1', [CAST.eve.id]))
afterAll(() => learner.stack.close())

const module = readCourses(coursesFolder())
  .find(({ slug }) => slug === 'ride-safely')
  ?.modules.find(({ slug }) => slug === 'on-the-way')
const right = Object.fromEntries(Object.entries(module?.answers ?? {}).map(([key, answer]) => [key, answer.right]))
const fields = () => ({ moduleId, courseVersion: '1', course: 'ride-safely', module: 'on-the-way', item: 'sit-safely' })
const rows = () =>
  learner.stack.query('select module_id, item from app.completed_items where user_id = $1 order by item', [CAST.eve.id])
const put = (json: object, more: object = {}) =>
  learner.send(mark, `/api/progress/${moduleId}?locale=en`, {
    as: 'eve',
    method: 'PUT',
    params: { moduleId },
    json,
    ...more,
  })

test('stores completions and grades a quiz, and a repeat changes nothing', async () => {
  const sent = { courseVersion: 1, completedItems: ['sit-safely'], quizAnswers: right }
  for (let i = 0; i < 2; i++) {
    const response = await put(sent)
    expect([response.status, await response.json()]).toMatchObject([200, { attempt: { passed: true, percent: 100 } }])
  }
  expect((await rows()).map(({ item }) => item)).toEqual(['quiz', 'sit-safely'])
})

const answer = (question: string, given: string[], more: object = {}) =>
  learner.send(attempts, `/api/quiz-attempts/${moduleId}?locale=en`, {
    as: 'eve',
    method: 'PUT',
    params: { moduleId },
    json: { courseVersion: 1, question, answer: given },
    ...more,
  })

test('answers a quiz question by question, with feedback on each and the grading at the end', async () => {
  const all = Object.entries(right)
  for (const [at, [question, given]] of all.entries()) {
    const response = await answer(question, given)
    const reply = await response.json()
    expect([response.status, reply]).toMatchObject([200, at < all.length - 1 ? { attempt: null } : { answered: null }])
    if (reply.answered) expect(reply.answered.results).toHaveLength(at + 1)
    else expect(reply.attempt).toMatchObject({ passed: true, percent: 100 })
  }
  expect((await rows()).map(({ item }) => item)).toEqual(['quiz'])
  expect((await answer('belt', ['short'], { as: undefined })).status).toBe(401)
})

test('lets a visitor practise, and stores nothing', async () => {
  const [question = '', given = []] = Object.entries(right)[0] ?? []
  const response = await learner.send(practice, `/api/quiz-practice/${moduleId}?locale=sw`, {
    params: { moduleId },
    json: { courseVersion: 1, question, answer: given },
  })
  expect([response.status, await response.json()]).toMatchObject([200, { right: true, rightOptions: given }])
  expect(await rows()).toEqual([])
})

test('rejects completions of another account or without a session', async () => {
  const mine = { [ACCOUNT_HEADER]: accountKey(CAST.eve.email) }
  const others = { [ACCOUNT_HEADER]: accountKey(CAST.baraka.email) }
  for (const more of [
    { headers: others },
    { as: undefined, headers: mine },
    { headers: { [ACCOUNT_HEADER]: 'none' } },
  ]) {
    const response = await put({ completedItems: ['sit-safely'] }, more)
    expect([response.status, (await response.json()).code]).toEqual([401, 'unauthenticated'])
  }
  expect(await rows()).toEqual([])
  expect((await put({ completedItems: ['sit-safely'] }, { headers: mine })).status).toBe(200)
})

test('returns progress only for the account that the phone expects', async () => {
  const read = async (of: string) => {
    const headers = { [ACCOUNT_HEADER]: accountKey(of) }
    return (await learner.send(progress, '/api/progress', { as: 'eve', headers })).status
  }
  expect([await read(CAST.baraka.email), await read(CAST.eve.email)]).toEqual([401, 200])
})

test('rejects a completion from another site', async () => {
  const stranger = { 'sec-fetch-site': 'cross-site', origin: 'https://eve.test' }
  expect((await put({ completedItems: ['sit-safely'] }, { headers: stranger })).status).toBe(403)
  const sent = { as: 'eve' as const, headers: stranger }
  expect((await learner.send(progress, '/api/progress?locale=en', { ...sent, form: fields() })).status).toBe(403)
  expect((await learner.send(name, '/api/me/name', { ...sent, form: { displayName: 'X' } })).status).toBe(403)
  expect(await rows()).toEqual([])
})

test('redirects a form to its page in its language, also when it is invalid, with its content saved', async () => {
  const send = (more: Record<string, string>) =>
    learner.send(progress, '/api/progress?locale=sw', { as: 'eve', form: { ...fields(), ...more } })
  const done = await send({ completedItems: 'sit-safely' })
  const page = '/sw/courses/ride-safely/on-the-way/sit-safely'
  expect([done.status, done.headers.get('location')]).toEqual([303, `${page}?done=1`])
  expect((await rows()).map(({ item }) => item)).toEqual(['sit-safely'])
  const failed = await send({ completedItems: 'nothing' })
  expect(failed.headers.get('location')).toMatch(new RegExp(`^${page}\\?again=[0-9a-f-]{36}$`))
  const outside = await send({ course: '//evil.test/', module: '..', item: '?x' })
  expect(outside.headers.get('location')).toMatch(/^\/sw\/courses\/%2F%2Fevil\.test%2F\//)
})

test('returns a course without its answers to anyone, and progress only with an account', async () => {
  const response = await learner.send(course, '/api/courses/ride-safely?locale=sw', { params: { id: 'ride-safely' } })
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toContain('Safiri salama')
  expect(text).not.toMatch(/"(right|answers|explanation)"/)
  expect((await put({}, { as: undefined })).status).toBe(401)
})

test('switches to a newer version only for an enrolled user, and redirects to the course', async () => {
  const goOn = (as: 'eve' | 'amina') =>
    learner.send(newest, '/api/newest-version?locale=en', { as, form: { courseId, course: 'ride-safely' } })
  expect((await goOn('amina')).headers.get('location')).toBe('/en/courses/ride-safely?done=1')
  expect((await goOn('eve')).headers.get('location')).toMatch(/^\/en\/courses\/ride-safely\?again=/)
})

test('returns a certificate with the chosen name to anyone, and an error for a forged code', async () => {
  const [row] = await learner.stack.query<{ code: string }>('select code from app.certificates where user_id = $1', [
    CAST.chebet.id,
  ])
  const code = row?.code ?? ''
  const check = (given: string) =>
    learner.send(certificate, `/api/certificates/${given}?locale=en`, { params: { code: given } })
  expect(await (await check(code)).json()).toMatchObject({
    code,
    displayName: 'Chebet',
    course: { slug: 'surveyor-basics' },
  })
  const renamed = await learner.send(name, '/api/me/name?locale=sw', {
    as: 'chebet',
    form: { displayName: ' Chebet  K. ', certificate: code },
  })
  expect(renamed.headers.get('location')).toBe(`/sw/certificates/${code}?done=1`)
  expect(await (await check(code.toLowerCase())).json()).toMatchObject({ displayName: 'Chebet K.' })
  const refused = await learner.send(name, '/api/me/name?locale=sw', {
    as: 'chebet',
    form: { displayName: 'Chebet \u{1f68c}', certificate: code },
  })
  expect(refused.headers.get('location')).toMatch(new RegExp(`^/sw/certificates/${code}\\?again=`))
  const sent = { as: 'chebet' as const, json: { displayName: '\u5b89\u5168' } }
  expect(await (await learner.send(name, '/api/me/name', sent)).json()).toMatchObject({
    errors: [{ path: 'displayName', code: 'unprintable' }],
  })
  expect((await check(`${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`)).status).toBe(404)
})
