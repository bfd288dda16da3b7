import { randomUUID } from 'node:crypto'
import { CAST } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CourseContent, listLearningCourses } from './contract.ts'
import { getLearningProgress, markLearningModuleProgress } from './progress-contract.ts'
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
const MODULES = courseFile(RIDE).modules.length
const moduleOf = async (slug: string, at = 0) => {
  const module = (await school.read('eve', slug)).modules[at]
  if (!module) throw new Error('No such module')
  return { ...module, items: module.lessons.map((lesson) => lesson.slug) }
}
const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug?: string }) => error.slug,
  )
/** Every row of users' learning data. */
const rows = () =>
  school.db.sql(`select 'e' as t, to_jsonb(e) as row from app.enrolments e union all
                 select 'i', to_jsonb(i) from app.completed_items i union all
                 select 'a', to_jsonb(a) from app.quiz_attempts a union all
                 select 'c', to_jsonb(c) from app.certificates c order by 1, 2`)

test('users and visitors get the same courses, in either language', async () => {
  const courses = await school.list('amina')
  expect(courses.map((course) => course.slug)).toEqual([RIDE, 'a-report-that-helps', 'surveyor-basics'])
  expect(courses[0]).toMatchObject({
    version: 1,
    title: 'Ride safely, speak up',
    rule: { lessons: 'all', quizPassPercent: 80 },
    progress: { state: 'not_started', completedModules: 0, certificateCode: null },
  })
  expect(await school.list('learning_server')).toEqual(courses)
  const reply = await school.db.as('amina').rpc('list_learning_courses', { p_locale: 'sw' })
  expect(listLearningCourses.reply.omit({ page: true }).parse(reply).data[0]?.title).toBe('Safiri salama, sema')
  expect((await school.read('learning_server', courses[1]?.id ?? '', 'sw')).title).toBe('Ripoti inayosaidia')
})

test('a course that is not in the asked language is in the first of the city, and says so', async () => {
  const withoutSwahili = (key: string, value: unknown) => (key === 'sw' ? undefined : value)
  const inEnglish = JSON.parse(JSON.stringify(courseFile('surveyor-basics')), withoutSwahili)
  await school.load({ ...inEnglish, slug: 'english-alone', position: 0 })
  const course = CourseContent.parse(await school.read('eve', 'english-alone', 'sw'))
  expect(course).toMatchObject({ locale: 'en', title: 'Surveyor basics' })
  expect(course).toEqual(await school.read('eve', 'english-alone', 'en'))
  const reply = await school.db.as('eve').rpc('list_learning_courses', { p_locale: 'sw' })
  const { locale, data } = listLearningCourses.reply.omit({ page: true }).parse(reply)
  expect([locale, ...data.slice(0, 2).map((each) => each.locale)]).toEqual(['sw', 'en', 'sw'])
})

test('uses the language of the account when none is requested', async () => {
  const localeOf = async () => Object((await school.db.as('amina').rpc('list_learning_courses')) ?? {}).locale
  expect(await localeOf()).toBe('en')
  await school.db.sql(`insert into app.profiles (user_id, locale) values ($1, 'sw')`, [CAST.amina.id])
  expect(await localeOf()).toBe('sw')
  // A language that the city no longer has.
  await school.db.sql(`update app.profiles set locale = 'fr' where user_id = $1`, [CAST.amina.id])
  expect(await localeOf()).toBe('en')
  const { id } = await moduleOf(RIDE)
  await school.mark('amina', id)
  const module = { p_module_id: id, p_course_version: 1 }
  for (const [name, args] of [
    ['list_learning_courses', {}],
    ['get_learning_module_progress', module],
  ] as const)
    await expect(school.db.as('amina').rpc(name, { ...args, p_locale: 'fr' })).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { path: 'locale' },
    })
})

test('returns a whole course without any right answers', async () => {
  for (const { slug } of await school.list('eve')) {
    const course = await school.read('eve', slug)
    expect(CourseContent.parse(course)).toEqual(course)
    expect(JSON.stringify(course)).not.toMatch(/"(right|answers|explanation)"/)
    const asked = JSON.stringify(course.modules.map((module) => module.questions))
    for (const { answers } of courseFile(slug).modules)
      for (const { explanation } of Object.values(answers)) expect(asked).not.toContain(explanation.en)
  }
})

test('returns not_found for an unknown course, and rejects a direct call without sign-in', async () => {
  for (const p_id of ['no-course', randomUUID(), ''])
    await expect(school.db.as('eve').rpc('get_learning_course', { p_id })).rejects.toMatchObject({ slug: 'not_found' })
  for (const name of ['list_learning_courses', 'get_learning_progress'])
    await expect(school.db.as('anon').rpc(name)).rejects.toMatchObject({ code: '42501' })
  await expect(school.db.as('learning_server').rpc('get_learning_progress')).rejects.toMatchObject({ code: '42501' })
})

test('merges the progress of two devices; a repeat changes nothing, and progress never shrinks', async () => {
  const { id, items } = await moduleOf(RIDE)
  const [first, ...others] = items
  await school.mark('amina', id, { p_completed_items: [first] })
  const merged = await school.mark('amina', id, { p_completed_items: others })
  expect(merged.module).toMatchObject({ state: 'in_progress', completedItems: items, remainingItems: ['quiz'] })
  expect(merged.attempt).toBeNull()
  const before = await rows()
  expect((await school.mark('amina', id, { p_completed_items: [first, first] })).module.completedItems).toEqual(items)
  expect((await school.mark('amina', id)).module.completedItems).toEqual(items)
  expect(await rows()).toEqual(before)
  expect(markLearningModuleProgress.reply.safeParse(await school.mark('amina', id)).error).toBeUndefined()
})

test('merges twenty concurrent completions of two devices in one enrolment', async () => {
  const { id, items } = await moduleOf('a-report-that-helps')
  await school.db.parallel(
    Array.from(
      { length: 20 },
      (_, n) => () => school.mark('amina', id, { p_completed_items: [items[n % items.length]] }),
    ),
  )
  expect((await school.progress('amina')).map((course) => course.modules[0]?.completedItems)).toEqual([items])
  expect(await rows()).toHaveLength(1 + items.length)
})

test('an empty completion begins a course and completes nothing', async () => {
  const { id } = await moduleOf(RIDE, 1)
  const { course } = await school.mark('amina', id)
  expect(course).toMatchObject({ slug: RIDE, version: 1, state: 'in_progress', certificate: null })
  expect((await school.list('amina'))[0]?.progress).toMatchObject({ state: 'in_progress', completedModules: 0 })
})

test.each([
  ['an item that the module does not have', { p_completed_items: ['sit-safely', 'nothing'] }, 'completedItems.0'],
  ['no item at all', { p_completed_items: [null] }, 'completedItems.0'],
  ['a version that there is not', { p_course_version: 7 }, 'courseVersion'],
  ['answers that are a list', { p_quiz_answers: [] }, 'quizAnswers'],
])('rejects %s at its path, and changes nothing', async (_, args, path) => {
  const { id } = await moduleOf(RIDE)
  const failure = await school.mark('eve', id, args).catch((error: unknown) => error)
  expect(failure).toMatchObject({ slug: 'invalid_request' })
  expect(JSON.stringify(failure)).toContain(`"path":"${path}"`)
  expect(await rows()).toEqual([])
})

test('returns not_found for an unknown module', async () => {
  await expect(school.mark('eve', randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
})

test('returns not_found for progress in a course not begun, or in a version without that module', async () => {
  const { id } = await moduleOf(RIDE)
  const look = (p_module_id: string, p_course_version: number) =>
    school.db.as('eve').rpc('get_learning_module_progress', { p_module_id, p_course_version })
  await expect(look(id, 1)).rejects.toMatchObject({ slug: 'not_found' })
  await school.mark('eve', id)
  expect(await look(id, 1)).toMatchObject({ attempt: null, module: { moduleId: id } })
  for (const [module, version] of [
    [id, 2],
    [randomUUID(), 1],
  ] as const)
    await expect(look(module, version)).rejects.toMatchObject({ slug: 'not_found' })
})

test('a user can neither read nor change the progress of another user', async () => {
  await school.pass('amina', RIDE, 2)
  const before = await rows()
  expect(await school.progress('eve')).toEqual([])
  expect((await school.list('eve'))[0]?.progress.state).toBe('not_started')
  const { id } = await moduleOf(RIDE, 2)
  await expect(school.db.as('anon').rpc('mark_learning_module_progress', { p_module_id: id })).rejects.toMatchObject({
    code: '42501',
  })
  await school.mark('eve', id)
  expect((await rows()).filter((row) => !JSON.stringify(row).includes(CAST.eve.id))).toEqual(before)
})

test('a user stays in the version that they read when a newer one is published, and others begin the newer one', async () => {
  const old = await moduleOf(RIDE)
  await school.mark('amina', old.id, { p_completed_items: old.items, p_course_version: 1 })
  const next = courseFile(RIDE)
  next.modules[0]?.lessons.reverse()
  next.modules.pop()
  expect(await school.load(next)).toEqual({ slug: RIDE, version: 2, changed: true })

  expect(await school.read('amina', RIDE)).toMatchObject({ version: 1, newestVersion: 2, modules: { length: MODULES } })
  expect(await school.read('eve', RIDE)).toMatchObject({
    version: 2,
    newestVersion: 2,
    modules: { length: MODULES - 1 },
  })
  expect((await school.progress('amina'))[0]).toMatchObject({ version: 1, modules: { length: MODULES } })
  await expect(school.mark('amina', old.id, { p_course_version: 2 })).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { currentVersion: 1 },
  })
  // Baraka read the old version offline and syncs now.
  expect((await school.mark('baraka', old.id, { p_course_version: 1 })).course.version).toBe(1)
  expect((await school.mark('dalmas', old.id)).course.version).toBe(2)

  const last = (await school.read('amina', RIDE)).modules.at(-1)?.id ?? ''
  await expect(school.mark('dalmas', last)).rejects.toMatchObject({ slug: 'not_found' })
  await school.pass('amina', RIDE)
  expect((await school.progress('amina'))[0]).toMatchObject({ version: 1, state: 'completed' })
})

test('a completed course stays completed when a newer version is published', async () => {
  await school.pass('chebet', 'surveyor-basics')
  const next = courseFile('surveyor-basics')
  next.title.en = 'Surveyor basics, again'
  await school.load(next)
  expect((await school.progress('chebet'))[0]).toMatchObject({ version: 1, state: 'completed' })
  expect(await school.db.sql(`select app.has_passed_course($1, 'surveyor-basics') as p`, [CAST.chebet.id])).toEqual([
    { p: true },
  ])
})

test('loading the same content again creates no version, and only the operator can load', async () => {
  expect(await school.load(courseFile(RIDE))).toEqual({ slug: RIDE, version: 1, changed: false })
  const moved = { ...courseFile(RIDE), position: 9 }
  expect(await school.load(moved)).toMatchObject({ changed: false })
  expect((await school.list('eve')).at(-1)?.slug).toBe(RIDE)
  for (const who of ['anon', 'dalmas'] as const)
    await expect(school.db.as(who).rpc('load_course', { p_course: moved })).rejects.toMatchObject({ code: '42501' })
})

test('a published version can be neither changed nor deleted, not even by the owner role', async () => {
  for (const sql of [
    `update app.course_versions set title = '{}'`,
    `update app.module_versions set answers = '{}'`,
    'delete from app.module_versions',
  ])
    await expect(school.db.sql(sql)).rejects.toThrow('never changes')
})

test('lists progress by course and module, the most recently begun first', async () => {
  await school.mark('amina', (await moduleOf(RIDE)).id)
  await school.db.shiftClock('1 minute')
  await school.pass('amina', 'a-report-that-helps', 1)
  const reply = await school.db.as('amina').rpc('get_learning_progress', { p_locale: 'sw' })
  expect({ ...getLearningProgress.reply.omit({ page: true }).parse(reply), next: null }).toEqual(reply)
  expect((await school.progress('amina')).map((course) => [course.slug, course.modules.map((m) => m.state)])).toEqual([
    [
      'a-report-that-helps',
      [
        'completed',
        ...courseFile('a-report-that-helps')
          .modules.slice(1)
          .map(() => 'not_started'),
      ],
    ],
    [RIDE, Array(MODULES).fill('not_started')],
  ])
  const first = await school.db.as('amina').rpc('get_learning_progress', { p_limit: 1 })
  const rest = await school.db.as('amina').rpc('get_learning_progress', { p_limit: 1, p_after: Object(first).next })
  expect([Object(first).data[0].slug, Object(rest).data[0].slug]).toEqual(['a-report-that-helps', RIDE])
  expect(Object(rest).next).toBeNull()
})

test('exports all learning data of a user, and erasing leaves none of it', async () => {
  await school.pass('amina', RIDE)
  await school.pass('eve', RIDE, 1)
  const ofEve = (await rows()).filter((row) => JSON.stringify(row).includes(CAST.eve.id))
  const [row] = await school.db.sql<{ x: Record<string, unknown[]> }>('select app.export_learning_of($1) as x', [
    CAST.amina.id,
  ])
  expect(row?.x.courses).toMatchObject([{ slug: RIDE, state: 'completed' }])
  expect(row?.x.quizAttempts).toHaveLength(MODULES)
  expect(row?.x.documentAcceptances).toEqual([])
  const first = courseFile(RIDE).modules[0]?.slug ?? ''
  expect(JSON.stringify(row?.x)).toContain(JSON.stringify(Object.keys(rightAnswers(RIDE, first))[0]))
  await school.db.sql('select app.erase_learning_of($1)', [CAST.amina.id])
  expect(await rows()).toEqual(ofEve)
  expect(await settle(school.pass('amina', RIDE, 1))).toBe('done')
})
