import { CAST } from '@salama/testing'
import { apiAs } from '../support/api.ts'
import { atServer, expectSame, makeSurveyor, open, record, startRecording, startWork } from '../support/field.ts'
import { brokenNetwork } from '../support/network.ts'
import { address, expect, expectAccessible, responds, test } from '../support/test.ts'
import { SURVEYOR_EN, SURVEYOR_SW } from '../support/texts.ts'

test.use({ serviceWorkers: 'allow' })

test('a claim that somebody else won is refused; an entry under an expired claim is saved and marked as contested', async ({
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
  await expect(page.getByText('Someone else claimed it first.')).toBeVisible()
  // He gives it back.
  await control.query(
    `update app.assignment_slots set state = 'open', holder_id = null, token = null, claimed_at = null, held_until = null`,
  )
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Roysambu' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByText(/Yours for (2 h 0|1 h 59) min/)).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Assigned to you' })).toBeFocused()
  await startRecording(page)
  const line = await brokenNetwork(page.context(), '**/api/submissions')
  await record(page, 'KDD 301A')
  await control.query(
    `update app.assignment_slots set held_until = app.now() - interval '1 minute' where state = 'claimed'`,
  )
  await baraka.POST('/api/v1/surveyor/assignments/{id}/claim', claim)
  line.restore()
  await open(page, '/outbox')
  await expect(page.getByText('Someone else has claimed the assignment since.')).toBeVisible()
  await expectSame(page, control, 1)
})

test('an expired session loses no input; another person on the phone sees and sends none of it', async ({
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
  await expect(page.getByText('Sign in to start')).toBeVisible()
  await signIn(page, 'baraka', 'surveyor')
  await open(page, '/outbox')
  await expect(page.getByText('Nothing waiting to send')).toBeVisible()
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toHaveValue('')
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 0 })
  await context.clearCookies()
  await signIn(page, 'chebet', 'surveyor')
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toHaveValue('KDF 502A')
  await expectSame(page, control, 1)
})

test('a surveyor who loses the role keeps the recorded entries, and they are sent when the role is granted again', {
  tag: '@all',
}, async ({ context, control, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await expectSame(page, control, 0)
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toBeVisible()
  // Offline, so that the phone learns that the role is gone only after the entry is recorded.
  await context.setOffline(true)
  await record(page, 'KDG 601A')
  await control.query(`delete from app.user_roles where role = 'surveyor'`)
  await context.setOffline(false)
  await open(page, '/outbox')
  await expect(page.getByText(/1 item is waiting to send on this phone/)).toBeVisible()
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 0 })
  await control.query(`insert into app.user_roles (user_id, role) values ($1, 'surveyor')`, [CAST.chebet.id])
  await expectSame(page, control, 1)
})

for (const [locale, colorScheme, words] of [
  ['en', 'light', SURVEYOR_EN],
  ['sw', 'dark', SURVEYOR_SW],
] as const)
  test(`every page is accessible in ${locale}, ${colorScheme}`, { tag: locale === 'en' ? [] : '@all' }, async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'chebet', 'surveyor')
    await page.goto(`${address('surveyor')}/${locale}`)
    await page.getByRole('button', { name: words.session.start }).click()
    await expect(page.getByRole('button', { name: words.session.start })).toHaveCount(0)
    for (const path of ['', '/assignments', '/collect', '/outbox', '/register', '/session', '/stats', '/offline']) {
      await page.goto(`${address('surveyor')}/${locale}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const { loading } of [words.fieldState, words.collect]) await expect(page.getByText(loading)).toHaveCount(0)
      await responds(page)
      await expectAccessible(page)
    }
  })
