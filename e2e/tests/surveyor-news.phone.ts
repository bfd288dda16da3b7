import { install, open, record, startRecording, startWork } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// What a phone knows without a connection, and what it tells of changes.

test('offline, a known plate shows its sacco, its seats are compared, and a second record gets a hint', {
  tag: '@all',
}, async ({ control, context, page, signIn }) => {
  const [known] = await control.query<{ plate: string; sacco: string; capacity: number }>(
    `select v.plate, s.name as sacco, v.capacity from app.vehicles v join app.saccos s on s.id = v.sacco_id
      where v.capacity between 7 and 70 and app.is_usual_plate(v.plate_key) order by v.plate_key limit 1`,
  )
  if (!known) throw new Error('The demo has no vehicle with a sacco')
  await signIn(page, 'chebet', 'surveyor')
  const listed = page.waitForResponse((response) => response.url().endsWith('/api/known-vehicles'))
  await install(page)
  expect((await listed).status()).toBe(200)
  await startRecording(page)
  await context.setOffline(true)
  await page.getByLabel('Number plate', { exact: true }).fill(known.plate)
  const hit = page.getByRole('status').filter({ hasText: 'In the register:' })
  await expect(hit).toContainText(known.sacco)
  await expect(hit).toContainText(/From the list of \d+ \w+, \d\d:\d\d/)
  await page.getByRole('textbox', { name: 'Seats' }).fill(String(known.capacity + 1))
  await expect(page.getByText(`The register has ${known.capacity} seats.`)).toBeVisible()
  await expectAccessible(page)
  await hit.getByRole('button', { name: 'Use these' }).click()
  await expect(page.getByRole('button', { name: `Remove ${known.sacco}` })).toBeVisible()
  await context.setOffline(false)
  await page.getByLabel('Number plate', { exact: true }).fill('')
  await page.getByLabel('Number plate', { exact: true }).fill(known.plate)
  await expect(hit).toContainText(known.sacco)
  await expect(hit).not.toContainText('From the list of')
  await record(page, known.plate)
  await page.getByLabel('Number plate', { exact: true }).fill(known.plate)
  await expect(page.getByText('You recorded this plate less than an hour ago')).toBeVisible()
})

test('a moved deadline and a cancellation are listed on Today until they are read, also offline', {
  tag: '@all',
}, async ({ control, context, page, signIn }) => {
  const change = (set: string) =>
    control.query<{ title: string; due: Date }>(
      `update app.assignments set ${set} where title like 'Kencom%' returning title, due_at as due`,
    )
  await change(`due_at = app.now() + interval '1 day', closed_at = null, close_reason = null`)
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Kencom' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned to you' })).toBeVisible()
  const [moved] = await change(`due_at = due_at + interval '2 days'`)
  const { title, due } = moved ?? { title: '', due: new Date() }
  await startWork(page)
  const news = page.getByRole('status').filter({ hasText: 'News of your assignments' })
  const weekday = new Date(due).toLocaleDateString('en-KE', { weekday: 'long', timeZone: 'Africa/Nairobi' })
  await expect(news).toContainText(`${title}: the deadline moved to ${weekday}`)
  await expect(page.getByRole('link', { name: 'Today 1 change to your assignments' })).toBeVisible()
  await expectAccessible(page)
  await change(`closed_at = app.now(), close_reason = 'The stage moved'`)
  await open(page)
  await expect(news).toContainText(`${title} was cancelled.`)
  await expect(page.getByText('This assignment was cancelled. Finish it')).toBeVisible()
  await context.setOffline(true)
  await open(page)
  await expect(news).toContainText('the deadline moved')
  await news.getByRole('button', { name: 'Mark as read' }).click()
  await expect(news).toHaveCount(0)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Sync status' })).toBeVisible()
  await expect(news).toHaveCount(0)
  await context.setOffline(false)
  await change(`due_at = null, closed_at = null, close_reason = null`)
})
