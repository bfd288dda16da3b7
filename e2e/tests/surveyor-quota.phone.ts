import { CAST } from '@salama/testing'
import { expectArrived, expectSame, install, open, record, startRecording, startWork } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// Assignments with a quota, the counter, and how many taps a vehicle takes.

test('the form asks what the assignment asks, shows its progress, and a record can be moved to no assignment', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  const plate = (n: number) => `KDM 01${n}A`
  await signIn(page, 'chebet', 'surveyor')
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Kencom' }).click()
  await expect(page.getByText('10 vehicles · Record: sticker, note, and photo')).toBeVisible()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByText('0 of 10 vehicles')).toBeVisible()
  await startRecording(page)
  const counts = page.getByRole('combobox', { name: 'Counts for' })
  await expect(counts).toHaveValue(/\d+/)
  await expect(page.getByText('0 of 10')).toBeVisible()
  await expect(page.getByText('Already there')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seats' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Sacco or company' })).toHaveCount(0)
  await expectAccessible(page)
  await record(page, plate(1))
  await expect(page.getByText('1 of 10')).toBeVisible()
  await counts.selectOption({ label: 'No assignment' })
  await expect(page.getByRole('textbox', { name: 'Seats' })).toBeVisible()
  await record(page, plate(2))
  await expectArrived(page, 3)
  const sent = await control.query<{ plate: string; counts: boolean }>(
    `select facts ->> 'plate' as plate, token is not null as counts from app.collection_entries
      where plate_key like $1 order by plate_key`,
    ['KDM01_A'],
  )
  expect(sent).toEqual([
    { plate: plate(1), counts: true },
    { plate: plate(2), counts: false },
  ])
  expect(await control.query(`select state from app.assignment_slots where holder_id = $1`, [CAST.chebet.id])).toEqual([
    { state: 'claimed' },
  ])
})

test('a stage count survives a reload, is undone, paused and finished, and counts for its assignment', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Odeon' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByText('0 of 120 minutes counted')).toBeVisible()
  await startWork(page)
  // The lists of stages and routes are on the phone.
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toBeVisible()
  await expect(page.getByText('The list is not loaded yet.')).toHaveCount(0)
  await open(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Open counter' }).click()
  await expect(page.getByText('Counts for Odeon: morning peak')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start counting' }).click()
  const total = page.getByTestId('total')
  const other = page.getByRole('button', { name: /^Other/ })
  const first = page.getByRole('list', { name: 'Routes' }).getByRole('button').first()
  await first.click()
  await first.click()
  await other.click()
  await expect(total).toHaveText('3')
  await page.reload()
  await expect(total).toHaveText('3')
  await page.getByRole('button', { name: 'Undo Other' }).click()
  await expect(total).toHaveText('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(first).toBeDisabled()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Finish count' }).click()
  await expect(page.getByText(/120 minutes are still missing|119 minutes are still missing/)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, finish' }).click()
  await expect(page.getByText(/2 vehicles in \d minutes saved on this phone/)).toBeVisible()
  await open(page)
  await expect(page.getByText('2 vehicles counted')).toBeVisible()
  await page.getByRole('button', { name: 'Finish assignment' }).click()
  await expect(page.getByText(/1(20|19) minutes of counting/).last()).toBeVisible()
  await page.getByRole('button', { name: 'Finish anyway' }).click()
  await expect(page.getByText('Assignment finished')).toBeVisible()
  await context.setOffline(false)
  await expectArrived(page, 3)
  const [row] = await control.query(
    `select jsonb_array_length(c.taps) as taps, s.state, c.taps -> 0 ->> 'routeId' is not null as has_route
       from app.stage_counts c join app.assignment_slots s on s.token = c.token`,
  )
  expect(row).toEqual({ taps: 2, state: 'approved', has_route: true })
})

test(
  'ten vehicles take at most twelve taps each, on one screen of 360×740',
  { tag: '@all' },
  async ({ control, page, signIn }, info) => {
    await signIn(page, 'chebet', 'surveyor')
    await install(page)
    await startRecording(page)
    const form = page.locator('form')
    const save = page.getByRole('button', { name: 'Save and next vehicle' })
    let taps = 0
    const tap = async (name: string) => {
      await form.getByRole('button', { name, exact: true }).click()
      taps += 1
    }
    // The stage's sacco and route are chosen once, then carried over.
    await page.getByRole('combobox', { name: 'Sacco or company' }).fill('Simba wa Njia')
    await page.getByRole('button', { name: 'Use “Simba wa Njia”' }).click()
    await page.getByRole('combobox', { name: 'Routes' }).fill('44')
    await page.getByRole('option').first().click()
    const each: number[] = []
    for (let n = 0; n < 10; n++) {
      taps = 0
      const plate = `KDN ${200 + n}B`
      for (const key of plate.replace(' ', '')) await tap(key)
      await tap('33 seats')
      await expect(save).toBeInViewport()
      await expect(page.getByLabel('Number plate', { exact: true })).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Remove Simba wa Njia' })).toBeInViewport()
      await tap('Save and next vehicle')
      await expect(page.getByText(`${plate} saved on this phone`)).toBeVisible()
      each.push(taps)
    }
    info.annotations.push({ type: 'taps', description: each.join(', ') })
    console.log(`Taps for each of ten vehicles: ${each.join(', ')}`)
    expect(Math.max(...each)).toBeLessThanOrEqual(12)
    await expectSame(page, control, 10)
  },
)
