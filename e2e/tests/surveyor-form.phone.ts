import {
  atServer,
  expectArrived,
  expectSame,
  install,
  open,
  record,
  startRecording,
  startWork,
} from '../support/field.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// Everything typed into the form is sent; nothing is dropped silently.

test('a typed group that was not selected is saved, matched with similar ones on the list, and never dropped', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await startRecording(page)
  const save = page.getByRole('button', { name: 'Save and next vehicle' })
  const sacco = page.getByRole('combobox', { name: 'Sacco or company' })
  const routes = page.getByRole('combobox', { name: 'Routes' })
  await page.getByLabel('Number plate', { exact: true }).fill('KDH 701A')
  await sacco.fill('kifaru d')
  await routes.fill('23')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.reload()
  await expect(sacco).toHaveValue('kifaru d')
  await expect(routes).toHaveValue('23')
  await save.click()
  await expect(sacco).toBeFocused()
  await expect(page.getByText('Choose a sacco from the list, use the name as written')).toBeVisible()
  await expect(page.getByText('Choose a route from the list.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use “kifaru d” as written' }).click()
  await expect(page.getByText('Choose a sacco from the list')).toHaveCount(0)
  await routes.fill('')
  await expect(page.getByText('Choose a route from the list.')).toHaveCount(0)
  await save.click()
  await expect(page.getByText('KDH 701A saved on this phone')).toBeVisible()
  await page.getByRole('button', { name: 'Remove kifaru d' }).click()
  await sacco.fill('Kifaru wa Mbagathi')
  await record(page, 'KDH 702A')
  await expect(page.getByRole('button', { name: 'Remove Kifaru wa Mbagathi' })).toBeVisible()
  await expectArrived(page, 3)
  expect(
    await control.query(
      `select plate_key, facts -> 'sacco' as sacco from app.collection_entries
        where plate_key like 'KDH70_A' order by plate_key`,
    ),
  ).toEqual([
    { plate_key: 'KDH701A', sacco: { name: 'kifaru d' } },
    { plate_key: 'KDH702A', sacco: { name: 'Kifaru wa Mbagathi' } },
  ])
})

test('an error is shown at its field, and cleared once fixed', async ({ control, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await startRecording(page)
  await page.getByLabel('Number plate', { exact: true }).fill('KDH 711A')
  const seats = page.getByRole('textbox', { name: 'Seats' })
  const number = page.getByRole('textbox', { name: 'Sticker code' })
  await seats.fill('999')
  await number.fill('V-12')
  await page.getByRole('button', { name: 'Save and next vehicle' }).click()
  await expect(seats).toBeFocused()
  await expect(seats).toBeInViewport()
  const error = page.getByText('Enter a number of seats from 1 to 200.')
  await expect(error).toBeInViewport()
  await seats.fill('33')
  await expect(error).toHaveCount(0)
  await page.getByRole('button', { name: 'Save and next vehicle' }).click()
  await expect(number).toBeFocused()
  await expect(page.getByText('Enter the code like V-7K3M9QXR')).toBeInViewport()
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 0 })
  await page.getByText('Missing', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Save and next vehicle' }).click()
  await expect(page.getByText('KDH 711A saved on this phone')).toBeVisible()
})

test('in Swahili all text of the form fits on a small phone', { tag: '@all' }, async ({ page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  await page.goto(`${address('surveyor')}/sw/collect`)
  await page.getByText('Hali: 0 kati ya 12 zimeangaliwa').click()
  await expect(page.getByText('Nimekibandika')).toBeVisible()
  const narrow = await page
    .locator('label:has(input[type=radio])')
    .evaluateAll((labels) =>
      labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    )
  expect(narrow).toEqual([])
})

test('a tick appears only beside what was received', { tag: '@all' }, async ({ control, context, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await startRecording(page)
  await record(page, 'KDH 721A')
  await expectSame(page, control, 1)
  await context.setOffline(true)
  await open(page, '/collect')
  await record(page, 'KDH 722A')
  await open(page, '/session')
  const row = (plate: string) => page.getByRole('listitem').filter({ hasText: plate })
  await expect(row('KDH 722A')).toContainText('Server: not received yet')
  await expect(row('KDH 722A').locator('.lucide-circle-check')).toHaveCount(0)
  await expect(row('KDH 721A').locator('.lucide-circle-check')).toHaveCount(1)
  await open(page, '/outbox')
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText('You’re offline. It sends when')).toBeVisible()
})

test('an unusual plate needs one confirmation; the next vehicle has no seats and shows which values are carried over', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  await signIn(page, 'chebet', 'surveyor')
  await startRecording(page)
  const plate = page.getByLabel('Number plate', { exact: true })
  const save = page.getByRole('button', { name: 'Save and next vehicle' })
  await plate.fill('AB12')
  await page.getByRole('textbox', { name: 'Seats' }).fill('33')
  await page.getByRole('combobox', { name: 'Sacco or company' }).fill('Simba wa Njia')
  await page.getByRole('button', { name: 'Use “Simba wa Njia”' }).click()
  await save.click()
  const ask = page.getByRole('alert').filter({ hasText: 'Is AB12 right?' })
  await expect(ask).toBeFocused()
  await expect(ask).toBeInViewport()
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Change the plate' }).click()
  await expect(plate).toBeFocused()
  await save.click()
  await ask.getByRole('button', { name: 'Yes, save it' }).click()
  await expect(page.getByText('AB12 saved on this phone')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seats' })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove Simba wa Njia' })).toBeVisible()
  await expect(page.getByText('Same as last', { exact: true })).toHaveCount(1)
  await record(page, 'KDJ 813A')
  await expectArrived(page, 3)
  const sent = await control.query(
    `select facts ->> 'plate' as plate, facts ->> 'capacity' as seats from app.collection_entries
      where plate_key in ('AB12', 'KDJ813A') order by received_at desc limit 2`,
  )
  expect(sent).toEqual([
    { plate: 'KDJ 813A', seats: null },
    { plate: 'AB12', seats: '33' },
  ])
})
