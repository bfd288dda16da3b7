import { coursesFolder, readCourses } from '@salama/domain/learning/files'
import { CAST, type PersonName } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const get = async (as: PersonName, address: string, headers: Record<string, string> = {}) => {
  const response = await api.call('GET', address, { as, headers })
  return {
    status: response.status,
    headers: response.headers,
    body: response.status === 304 ? null : await response.json(),
  }
}
const put = async (as: PersonName, address: string, body: unknown) => {
  const response = await api.call('PUT', address, { as, body })
  return { status: response.status, body: await response.json() }
}
const RIDE = '/api/v1/learning/courses/ride-safely'

test('seeds a completed course for the surveyor and a half-finished one for a rider', async () => {
  const chebet = await get('chebet', '/api/v1/learning/progress?locale=en')
  expect(chebet.body).toMatchObject({
    data: [{ slug: 'surveyor-basics', state: 'completed' }],
    page: { nextCursor: null },
  })
  expect(chebet.body.data[0].certificate.code).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
  const amina = await get('amina', '/api/v1/learning/progress')
  expect(amina.body.data).toMatchObject([{ slug: 'ride-safely', state: 'in_progress', certificate: null }])
  expect(amina.body.data[0].modules[0]).toMatchObject({ state: 'completed' })
  expect((await get('eve', '/api/v1/learning/progress')).body.data).toEqual([])
})

test('returns courses in the requested language, and 304 until they change', async () => {
  const { status, headers, body } = await get('eve', `${RIDE}?locale=sw`)
  expect([status, body.title]).toEqual([200, 'Safiri salama, sema'])
  expect(headers.get('cache-control')).toBe('private, max-age=300')
  const again = await get('eve', `${RIDE}?locale=sw`, { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await get('eve', `/api/v1/learning/courses/${body.id}?locale=en`)).body.title).toBe('Ride safely, speak up')
  expect((await get('eve', '/api/v1/learning/courses/nothing')).body.code).toBe('not_found')
  expect((await get('eve', '/api/v1/learning/courses?locale=fr')).status).toBe(422)
})

test('records lessons and quiz attempts up to the pass, and counts a repeat once', async () => {
  const { body: course } = await get('baraka', RIDE)
  const [module] = course.modules
  const address = `/api/v1/learning/progress/${module.id}?locale=en`
  const file = readCourses(coursesFolder()).find((each) => each.slug === 'ride-safely')?.modules[0]
  const rightAnswers = Object.fromEntries(Object.entries(file?.answers ?? {}).map(([key, { right }]) => [key, right]))
  const wrongAnswers = { ...rightAnswers, 'why-plate': ['luck'], sticker: ['fare'] }
  const completedItems = module.lessons.map((lesson: { slug: string }) => lesson.slug)

  const failed = await put('baraka', address, {
    completedItems,
    quizAnswers: wrongAnswers,
    courseVersion: course.version,
  })
  expect(failed).toMatchObject({
    status: 200,
    body: { attempt: { rightCount: module.questions.length - 2, passed: false } },
  })
  const claimed = await put('baraka', address, { completedItems: ['quiz'] })
  expect([claimed.status, claimed.body.code]).toEqual([422, 'quiz_not_passed'])
  for (let i = 0; i < 2; i++) {
    const passed = await put('baraka', address, { quizAnswers: rightAnswers })
    expect(passed.body.module).toMatchObject({ state: 'completed', quiz: { attempts: 2, bestPercent: 100 } })
  }
  const { data } = (await get('baraka', '/api/v1/learning/courses')).body
  expect(data[0].progress).toMatchObject({ state: 'in_progress', completedModules: 1 })
})

test('returns each error with its path', async () => {
  const { body: course } = await get('eve', RIDE)
  const address = `/api/v1/learning/progress/${course.modules[0].id}`
  const unknown = await put('eve', address, { completedItems: ['nothing'] })
  expect(unknown).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'completedItems.0', code: 'unknown_reference' }] },
  })
  expect((await put('eve', address, { items: [] })).body.errors).toMatchObject([{ path: 'items', code: 'unknown' }])
  expect((await put('eve', '/api/v1/learning/progress/x', {})).status).toBe(422)
  const nowhere = await put('eve', `/api/v1/learning/progress/${crypto.randomUUID()}`, {})
  expect([nowhere.status, nowhere.body.code]).toEqual([404, 'not_found'])
})

test('rejects a sixth quiz attempt within an hour, with Retry-After', async () => {
  const { body: course } = await get('eve', '/api/v1/learning/courses/surveyor-basics')
  const [module] = course.modules
  const first = (options: { key: string }[]) => [options[0]?.key]
  const answers = Object.fromEntries(
    module.questions.map((question: { key: string; options: { key: string }[] }) => [
      question.key,
      first(question.options),
    ]),
  )
  const [{ key, options }] = module.questions
  const [{ key: otherKey, options: otherOptions }] = module.questions.slice(1)
  const tries = options.flatMap((a: { key: string }) =>
    otherOptions.map((b: { key: string }) => ({ ...answers, [key]: [a.key], [otherKey]: [b.key] })),
  )
  const statuses: number[] = []
  let last = new Response()
  for (const quizAnswers of tries.slice(0, 6)) {
    last = await api.call('PUT', `/api/v1/learning/progress/${module.id}`, { as: 'eve', body: { quizAnswers } })
    statuses.push(last.status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3000)
})

/** Calls Supabase directly, as anybody can with a token. */
async function direct(as: PersonName | null, query = '', init: RequestInit = {}) {
  const { url, publishableKey } = api.stack.supabase
  const response = await fetch(`${url}/rest/v1/learning_progress${query}`, {
    ...init,
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      'accept-profile': 'api',
      'content-profile': 'api',
      ...(as && { authorization: `Bearer ${await api.tokenOf(as)}` }),
    },
  })
  return { status: response.status, body: await response.json().catch(() => null) }
}

test('returns only own rows for a direct read of learning progress, and none to anonymous callers', async () => {
  const own = await direct('chebet')
  expect(own.status).toBe(200)
  const [counted] = await api.stack.query<{ n: number }>(
    'select count(*)::int as n from app.completed_items where user_id = $1',
    [CAST.chebet.id],
  )
  expect(own.body).toHaveLength(counted?.n ?? 0)
  expect(Object.keys(own.body[0]).toSorted()).toEqual([
    'completed_at',
    'course_id',
    'course_version',
    'item',
    'module_id',
  ])
  const { data } = (await get('chebet', '/api/v1/learning/progress')).body
  const items = data[0].modules.flatMap((module: { completedItems: string[] }) => module.completedItems)
  expect(own.body.map((row: { item: string }) => row.item).toSorted()).toEqual(items.toSorted())

  expect(await direct('dalmas')).toEqual({ status: 200, body: [] })
  expect((await direct('dalmas', `?course_id=eq.${data[0].courseId}`)).body).toEqual([])
  expect([401, 403]).toContain((await direct(null)).status)
})

test('rejects writes through the view and direct reads of the tables', async () => {
  const before = await api.stack.query('select * from app.completed_items order by user_id, module_id, item')
  const row = JSON.stringify({ item: 'quiz' })
  for (const init of [{ method: 'POST', body: row }, { method: 'PATCH', body: row }, { method: 'DELETE' }])
    expect((await direct('chebet', '?item=neq.x', init)).status).toBeGreaterThanOrEqual(400)
  expect(await api.stack.query('select * from app.completed_items order by user_id, module_id, item')).toEqual(before)
  const { url, publishableKey } = api.stack.supabase
  for (const table of ['completed_items', 'quiz_attempts', 'module_versions', 'certificates'])
    for (const profile of ['api', 'app']) {
      const headers = {
        apikey: publishableKey,
        authorization: `Bearer ${await api.tokenOf('chebet')}`,
        'accept-profile': profile,
      }
      expect((await fetch(`${url}/rest/v1/${table}`, { headers })).status).toBeGreaterThanOrEqual(400)
    }
})

test('stores one acceptance of the terms, and does not require it again', async () => {
  const address = '/api/v1/documents/terms/acceptance'
  const before = (await get('amina', address)).body
  expect(before).toMatchObject({ documentKey: 'terms', acceptedVersion: null, needed: true })
  const accepted = await put('amina', address, { version: before.currentVersion })
  expect(accepted).toMatchObject({ status: 200, body: { needed: false, acceptedVersion: before.currentVersion } })
  expect((await put('amina', address, { version: before.currentVersion })).body).toEqual(accepted.body)
  expect((await get('eve', address)).body.needed).toBe(true)
  expect((await put('eve', address, { version: '2020-01-01' })).body.errors).toMatchObject([{ path: 'version' }])
  expect((await put('eve', address, { version: 'new' })).status).toBe(422)
  expect((await get('eve', '/api/v1/documents/nothing/acceptance')).body.code).toBe('not_found')
  expect((await put('eve', '/api/v1/documents/nothing/acceptance', { version: '2026-11-01' })).status).toBe(404)
})

test('returns only course, date and display name for the code of a certificate', async () => {
  const { body: progress } = await get('chebet', '/api/v1/learning/progress')
  const { code } = progress.data[0].certificate
  const { status, body } = await get('eve', `/api/v1/learning/certificates/${code.toLowerCase()}?locale=sw`)
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(['code', 'course', 'displayName', 'issuedOn'])
  expect(body).toMatchObject({ code, course: { slug: 'surveyor-basics' } })
  expect((await get('eve', '/api/v1/learning/certificates/AAAAA-AAAAA-AAAAA-AAAAA')).body.code).toBe('not_found')
})

test('returns a legal document in both languages, and 304 until it changes', async () => {
  const { headers, body } = await get('eve', '/api/v1/documents/terms?locale=sw')
  expect(body).toMatchObject({ documentKey: 'terms', locale: 'sw', version: body.currentVersion })
  const again = await get('eve', '/api/v1/documents/terms?locale=sw', { 'if-none-match': headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await get('eve', `/api/v1/documents/terms?version=${body.version}`)).status).toBe(200)
  expect((await get('eve', '/api/v1/documents/terms?version=1999-01-01')).body.code).toBe('not_found')
  expect((await get('eve', '/api/v1/documents/nothing')).body.code).toBe('not_found')
})
