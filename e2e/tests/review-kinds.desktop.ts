import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { apiAs } from '../support/api.ts'
import { open as openField } from '../support/field.ts'
import { openFirst, openQueue, robbery } from '../support/review.ts'
import { addPhoto, fieldWork, knownVehicle } from '../support/review-kinds.ts'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

// Admins review field entries and photos by keyboard alone; riders and surveyors see the result.

/** A region of the entry: the subject, or what is shown beside it. */
const said = (page: Page, title: string) => page.getByRole('region', { name: title })
const beside = (page: Page) => page.getByRole('complementary', { name: 'Context' })

/** Expects a photo to load only on request. */
async function expectPhoto(page: Page, name: string): Promise<void> {
  const photo = page.getByRole('img', { name })
  await expect(photo).toHaveCount(0)
  await page.getByRole('button', { name: 'Show photo', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(photo).toBeVisible()
  expect(await photo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(160)
}

/** Approves the open entry; the next one opens. */
async function approve(page: Page): Promise<void> {
  const desk = page.url()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve entry' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Approved.', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(desk)
}

test('a field entry is reviewed beside the known facts and its photo, and riders see who checked; a returned one shows the reason to its surveyor', async ({
  control,
  newPhone,
  page,
  signIn,
}) => {
  const errors = watchErrors(page)
  const vehicle = await knownVehicle(control)
  const other = 'KZT 110T'
  const handIn = await fieldWork('chebet')
  const first = await handIn(vehicle.plate, { fleetName: 'Tausi Nine', capacity: 33 })
  await handIn(other, { capacity: 140 })
  const phone = await newPhone()
  await signIn(phone, 'chebet', 'surveyor')
  await openField(phone)
  expect(await addPhoto(phone, `/api/submissions/${first}/photos`)).toBe(201)

  await signIn(page, 'dalmas', 'admin')
  await openQueue(page)
  await expect(page.locator('[data-entry]').first()).toContainText('1 photo')
  await page.keyboard.press('c')
  await expect(page.getByRole('status').getByText(/Assigned to you until/)).toBeVisible()
  await page.keyboard.press('Enter')
  const recorded = said(page, 'Field entry')
  await expect(recorded.getByText('Tausi Nine')).toBeVisible()
  await expect(beside(page).getByText('Tausi 9')).toBeVisible()
  await expect(beside(page).getByText('14', { exact: true })).toBeVisible()
  await expect(beside(page).getByRole('img', { name: 'Surveyor’s location' })).toBeVisible()
  await expectPhoto(page, 'Photo 1 of the field entry')
  await expectAccessible(page)
  await approve(page)

  await expect(recorded.getByText(other)).toBeVisible()
  await page.keyboard.press('i')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Something is not right')
  await page.getByRole('checkbox', { name: 'Seats' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.type('No minibus has 140 seats.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Sent back to its author.')).toBeVisible()
  await expect(page.getByText('No open entries', { exact: true })).toBeVisible()

  const dalmas = await apiAs('dalmas')
  const { data: facts } = await dalmas.GET('/api/v1/admin/vehicles/{id}/facts', {
    params: { path: { id: vehicle.id } },
  })
  expect(facts?.data).toMatchObject([
    {
      version: 2,
      inForce: true,
      fleetName: 'Tausi Nine',
      capacity: 33,
      entryId: first,
      surveyor: { email: CAST.chebet.email },
      approvedBy: { email: CAST.dalmas.email },
    },
    { version: 1, inForce: false, fleetName: 'Tausi 9', capacity: 14, surveyor: null },
  ])
  await page.goto(`${address()}/en/v/${vehicle.publicCode}`)
  await expect(page.getByText(/^Checked by a surveyor on \d/)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^33$/ })).toBeVisible()
  await openField(phone)
  await expect(phone.getByRole('heading', { name: '1 entry returned to you' })).toBeVisible()
  await expect(phone.getByText('No minibus has 140 seats.')).toBeVisible()
  expect(errors).toEqual([])
})

test('a report’s photo loads when the reviewer requests it', { tag: '@all' }, async ({ newPhone, page, signIn }) => {
  const phone = await newPhone()
  await signIn(phone, 'amina')
  await phone.goto(`${address()}/en`)
  const id = await robbery('amina')
  expect(await addPhoto(phone, `/api/report-incident/${id}/photos`)).toBe(201)
  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  await expectPhoto(page, 'Photo 1 of the report')
})
