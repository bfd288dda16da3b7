import { expectArrived, install, open, record, startRecording, startWork } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('without GPS and offline, the stage is chosen from those saved on the phone', { tag: '@all' }, async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await startRecording(page)
  await expect(page.getByText('The list is not loaded yet.')).toHaveCount(0)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add my location' }).click()
  await expect(page.getByText('Location is not available.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Stage name' }).fill('Odeon')
  await page.getByRole('option', { name: 'Odeon' }).first().click()
  await expect(page.getByText('Stage: Odeon')).toBeVisible()
  await expectAccessible(page)
  await record(page, 'KDA 321B')
  await context.setOffline(false)
  await expectArrived(page, 2)
  const stops = () =>
    control.query(`select s.name from app.collection_entries e join app.stops s on s.id = (e.place).stop_id
                    where e.plate_key = 'KDA321B'`)
  await expect.poll(stops).toEqual([{ name: 'Odeon' }])
})

test('online every stage is found, also one not saved on this phone', { tag: '@all' }, async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await open(page, '/collect')
  const kept = await page.evaluate(async () => {
    const reply: { data: { name: string }[] } = await (await fetch('/api/main-stages')).json()
    return reply.data.map(({ name }) => name)
  })
  const [other] = await control.query<{ name: string }>(
    `select s.name from app.stops s where s.name ~ '^[A-Z][a-z]{5,} [A-Z][a-z]{5,}$' and s.name <> all ($1) order by 1 limit 1`,
    [kept],
  )
  const name = other?.name ?? ''
  await page.getByRole('button', { name: 'Add my location' }).click()
  await page.getByRole('combobox', { name: 'Stage name' }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await expect(page.getByText(`Stage: ${name}`)).toBeVisible()
})

test('on a shared phone, signing out leaves no work visible, nor in another tab', async ({ context, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await startWork(page)
  const second = await context.newPage()
  await open(second, '/session')
  await expect(second.getByRole('button', { name: 'Check now' })).toBeVisible()
  await open(page, '/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('Sign in to start')).toBeVisible()
  await expect(second.getByText('Sign in to start')).toBeVisible()
  await context.setOffline(true)
  await open(page)
  await expect(page.getByText('Sign in to start')).toBeVisible()
  await expect(page.getByText('Shift started')).toHaveCount(0)
})
