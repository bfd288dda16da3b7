import { apiAs } from '../support/api.ts'
import {
  atServer,
  expectSame,
  install,
  makeSurveyor,
  newDay,
  open,
  picture,
  record,
  startWork,
} from '../support/field.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

test.beforeEach(async ({ control }) => {
  await newDay(control)
})

test('a day without signal: 60 vehicles with photos arrive once, in order, with nothing lost', async ({
  control,
  context,
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Odeon' }).click()
  await page.getByRole('button', { name: 'Claim it for 12 hours' }).click()
  await expect(page.getByText(/Yours for 1[12] h/)).toBeVisible()
  const photo = await picture(page, 1)
  await context.setOffline(true)
  await startWork(page)
  await expect(page.getByText('The start is saved on this phone')).toBeVisible()
  await expect(page.getByText(/Yours for 1[12] h/)).toBeVisible()
  await open(page, '/collect')
  for (let n = 0; n < 60; n++) await record(page, `KDA ${100 + n}A`, photo)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Record a vehicle' })).toBeVisible()
  await open(page)
  await expect(page.getByText('60 vehicles recorded')).toBeVisible()
  await page.getByRole('button', { name: 'End work' }).click()
  await page.getByRole('button', { name: 'Yes, end it' }).click()
  await expect(page.getByText('62 things have not arrived yet.')).toBeVisible()
  await open(page, '/outbox')
  await expect(page.getByText('0 of 62 have arrived')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('62 of 62 have arrived')).toBeVisible({ timeout: 90_000 })
  await expectSame(page, control, 60, 60)
  expect(await atServer(control)).toMatchObject({ state: 'ended', late: 0 })
  const [slot] = await control.query(
    `select s.state, count(e.id)::int as entries from app.assignment_slots s
       join app.collection_entries e on e.token = s.token group by s.id`,
  )
  expect(slot).toEqual({ state: 'submitted', entries: 60 })
})

test('a tab that is killed in mid-upload sends again, and the server has each once', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  // The request arrives, the answer never does, and meanwhile the page is gone.
  const arrived = Promise.withResolvers<void>()
  await context.route('**/api/submissions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    arrived.resolve()
  })
  await open(page, '/collect')
  await record(page, 'KDB 101A')
  await arrived.promise
  await page.close()
  await context.unroute('**/api/submissions')
  expect(await atServer(control)).toMatchObject({ entries: 1 })
  const again = await context.newPage()
  await open(again, '/outbox')
  await expect(again.getByText('2 of 2 have arrived')).toBeVisible()
  await expectSame(again, control, 1)
})

test('a line that breaks in the middle of a photo costs nothing but time', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  let line = false
  await context.route('**/photos?*', async (route) => {
    if (line) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await open(page, '/collect')
  await record(page, 'KDB 102A', await picture(page, 2))
  await open(page, '/outbox')
  await expect(page.getByText(/Received .*; photos follow/)).toBeVisible()
  line = true // It goes by itself now, or when the page is opened again.
  await open(page, '/outbox')
  await expect(page.getByText('1 of 1 photos have arrived.')).toBeVisible()
  await expectSame(page, control, 1, 1)
})

test('two devices of one person do not fight: there is one session, and both say so', async ({
  control,
  page,
  newPhone,
  signIn,
}) => {
  const other = await newPhone()
  await signIn(page, 'chebet', 'surveyor')
  await signIn(other, 'chebet', 'surveyor')
  await install(other)
  await other.context().setOffline(true)
  await startWork(other)
  await open(other, '/collect')
  await record(other, 'KDC 201A')
  await startWork(page)
  await open(page, '/collect')
  await record(page, 'KDC 202A')
  await other.context().setOffline(false)
  await open(other, '/outbox')
  await expect(other.getByText('You had started on another device')).toBeVisible()
  await expect(other.getByText('2 of 2 have arrived')).toBeVisible()
  for (const phone of [page, other]) {
    await open(phone, '/session')
    await expect(phone.getByText('1 written on this phone')).toBeVisible()
    await expect(phone.getByText('2 at the server')).toBeVisible()
    await expect(phone.getByText('1 came from another device.')).toBeVisible()
  }
  expect(await atServer(control)).toMatchObject({ entries: 2, state: 'open' })
  await open(page)
  await page.getByRole('button', { name: 'End work' }).click()
  await page.getByRole('button', { name: 'Yes, end it' }).click()
  await expect(page.getByRole('heading', { name: 'You have not started' })).toBeVisible()
  await open(other)
  await expect(other.getByRole('heading', { name: 'You have not started' })).toBeVisible()
})

test('a rider is told clearly that this is for surveyors, and how to become one', async ({ page, signIn }) => {
  await open(page)
  await expect(page.getByText('Sign in to work')).toBeVisible()
  await expectAccessible(page)
  await signIn(page, 'amina', 'surveyor')
  await open(page, '/collect')
  await expect(page.getByRole('heading', { name: 'You are not a surveyor yet' })).toBeVisible()
  await expect(page.getByLabel('Number plate')).toHaveCount(0)
  await expectAccessible(page)
  expect(await page.getByRole('link', { name: 'Open the course' }).getAttribute('href')).toBe('/api/to-course')
})

test('a claim that somebody else took is refused without blame; an entry under a lapsed one is kept and said to be contested', async ({
  control,
  page,
  signIn,
}) => {
  await makeSurveyor(control)
  const baraka = await apiAs('baraka')
  await signIn(page, 'chebet', 'surveyor')
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Roysambu' }).click()
  const [roysambu] = await control.query<{ id: string }>(`select id from app.assignments where title like 'Roysambu%'`)
  const claim = { params: { path: { id: roysambu?.id ?? '' } }, body: { offline: false } }
  await baraka.POST('/api/v1/surveyor/assignments/{id}/claim', claim)
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByText('Somebody else was faster.')).toBeVisible()
  await newDay(control)
  await makeSurveyor(control)
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Roysambu' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByText(/Yours for (2 h 0|1 h 59) min/)).toBeVisible()
  await startWork(page)
  await open(page, '/collect')
  let line = false
  await page.context().route('**/api/submissions', (route) => (line ? route.continue() : route.abort()))
  await record(page, 'KDD 301A')
  await control.query(
    `update app.assignment_slots set held_until = app.now() - interval '1 minute' where state = 'claimed'`,
  )
  await baraka.POST('/api/v1/surveyor/assignments/{id}/claim', claim)
  line = true
  await open(page, '/outbox')
  await expect(page.getByText('Somebody else has claimed the assignment since.')).toBeVisible()
  await expectSame(page, control, 1)
})

test('an entry that came back is first, opens its own fields alone, and is corrected once', async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await open(page, '/collect')
  await page.getByRole('textbox', { name: 'Seats' }).fill('14')
  await record(page, 'KDE 401A')
  await expectSame(page, control, 1)
  await control.query(
    `select app.decide_collection_entry(r, 'changes_requested',
              '{"reasonCode": "facts_wrong", "note": "Count the seats again.", "edits": {"facts": ["capacity"]}}',
              '0a000000-0000-4000-8000-000000000004')
       from app.review_entries r join app.collection_entries e on e.id = r.subject_id where e.plate_key = 'KDE401A'`,
  )
  await open(page)
  await expect(page.getByRole('heading', { name: '1 entry came back' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Put it right' }).click()
  await expect(page.getByText('Count the seats again.')).toBeVisible()
  await expect(page.getByLabel('Number plate', { exact: true })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Seats' }).fill('33')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await expect(page.getByText('The correction of KDE 401A is saved on this phone')).toBeVisible()
  await open(page, '/outbox')
  await expect(page.getByText('3 of 3 have arrived')).toBeVisible()
  await open(page)
  await expect(page.getByText('came back')).toHaveCount(0)
  expect(
    await control.query(
      `select state, (facts ->> 'capacity')::int as seats from app.collection_entries where plate_key = 'KDE401A'
        order by received_at`,
    ),
  ).toEqual([
    { state: 'replaced', seats: 14 },
    { state: 'in_review', seats: 33 },
  ])
})

test('with a sign-in that has run out nothing typed is lost; another person on the phone sees and sends none of it', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await makeSurveyor(control)
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await expectSame(page, control, 0)
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toBeVisible()
  await context.clearCookies()
  await record(page, 'KDF 501A')
  await page.getByLabel('Number plate', { exact: true }).fill('KDF 502A')
  await open(page, '/outbox')
  await expect(page.getByText('Sign in to work')).toBeVisible()
  await signIn(page, 'baraka', 'surveyor')
  await open(page, '/outbox')
  await expect(page.getByText('Nothing waits on this phone')).toBeVisible()
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toHaveValue('')
  expect(await atServer(control)).toMatchObject({ entries: 0 })
  await context.clearCookies()
  await signIn(page, 'chebet', 'surveyor')
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toHaveValue('KDF 502A')
  await expectSame(page, control, 1)
})

test('who loses the role keeps what they recorded, and it goes when they have it again', async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await expectSame(page, control, 0)
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toBeVisible()
  await control.query(`delete from app.user_roles where role = 'surveyor'`)
  await record(page, 'KDG 601A')
  await open(page, '/outbox')
  await expect(page.getByText(/1 thing that you recorded waits on this phone/)).toBeVisible()
  expect(await atServer(control)).toMatchObject({ entries: 0 })
  await newDay(control)
  await control.query(`update app.surveyor_sessions set state = 'open', ended_at = null
                        where id = (select id from app.surveyor_sessions order by received_at desc limit 1)`)
  await expectSame(page, control, 1)
})

for (const [locale, colorScheme, words] of [
  ['en', 'light', 'Start work'],
  ['sw', 'dark', 'Anza kazi'],
] as const)
  test(`every page is accessible in ${locale}, ${colorScheme}`, async ({ control: _, page, signIn }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'chebet', 'surveyor')
    await page.goto(`${address('surveyor')}/${locale}`)
    await page.getByRole('button', { name: words }).click()
    await expect(page.getByRole('button', { name: words })).toHaveCount(0)
    for (const path of ['', '/assignments', '/collect', '/outbox', '/session', '/stats', '/offline']) {
      await page.goto(`${address('surveyor')}/${locale}${path}`)
      await expect(page.getByRole('status', { name: 'loading' })).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    }
  })
