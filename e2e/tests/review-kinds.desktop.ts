import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { apiAs } from '../support/api.ts'
import { open as openField } from '../support/field.ts'
import { isAlive, openFirst, openQueue, robbery } from '../support/review.ts'
import {
  addPhoto,
  backdateCastAccounts,
  burst,
  deniedCrash,
  emptyQueue,
  fieldWork,
  fourRatings,
  knownVehicle,
  newPlate,
} from '../support/review-kinds.ts'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

// Admins review field entries, held ratings and disputes by keyboard alone; riders and surveyors see the result.

test.beforeEach(({ control }) => emptyQueue(control))
test.afterEach(({ control }) => emptyQueue(control))

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

async function reject(page: Page, reason: string): Promise<void> {
  const desk = page.url()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type(reason)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Rejected.', { exact: true })).toBeVisible()
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
  const other = newPlate()
  const handIn = await fieldWork('chebet')
  const first = await handIn(vehicle.plate, { fleetName: 'Tausi Nine', capacity: 33 })
  await handIn(other, { capacity: 140 })
  const phone = await newPhone()
  await signIn(phone, 'chebet', 'surveyor')
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

test('after a burst of ratings from new accounts, the vehicle’s page counts only the approved ones', async ({
  control,
  page,
  signIn,
}) => {
  const vehicle = await knownVehicle(control)
  await fourRatings(control, vehicle)
  await burst(control, vehicle, ['amina', 'baraka', 'eve'])
  await control.shiftClock('1 day')
  await page.goto(`${address()}/en/v/${vehicle.publicCode}`)
  await expect(page.getByText('Not enough ratings yet')).toBeVisible()

  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  // They were queued at the same moment, so any of the three may be the first.
  const words = said(page, 'Rating').getByText(/^Well driven, says \w+\.$/)
  await expect(words).toBeVisible()
  await expect(beside(page).getByText('2 similar ratings')).toBeVisible()
  await expectAccessible(page)
  await approve(page)
  await reject(page, 'It is part of a campaign')
  await expect(words).toBeVisible()
  await expect(page.locator('[data-entry]')).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve entry' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(words).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 open entry.')).toBeVisible()

  await control.shiftClock('2 days')
  await page.goto(`${address()}/en/v/${vehicle.publicCode}`)
  await expect(page.getByText('3 of 5 riders were satisfied')).toBeVisible()
})

test('a dispute is decided as verified or refuted, and riders and the reporter see the result', async ({
  control: _,
  newPhone,
  page,
  signIn,
}) => {
  const errors = watchErrors(page)
  const deniers = ['baraka', 'chebet', 'eve'] as const
  const [right, wrong] = [await deniedCrash(0, deniers), await deniedCrash(2_000, deniers)]
  const phone = await newPhone()
  await signIn(phone, 'baraka')
  await phone.goto(`${address()}/en/incidents/${right}`)
  await expect(phone.getByText('Disputed').first()).toBeVisible()

  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  const incident = said(page, 'Disputed incident')
  await expect(incident.getByText('3 riders, 3 independent')).toBeVisible()
  await expect(beside(page).getByRole('heading', { name: 'Its report' })).toBeVisible()
  await expectAccessible(page)
  await approve(page)
  await reject(page, 'It did not happen')
  await expect(page.getByText('No open entries', { exact: true })).toBeVisible()

  await phone.reload()
  await expect(phone.getByText('Checked by our team').first()).toBeVisible()
  const gone = await phone.goto(`${address()}/en/incidents/${wrong}`)
  expect(gone?.status()).toBe(410)
  await expect(phone.getByText('This was not correct', { exact: true })).toBeVisible()
  expect(errors).toEqual([])
})

test('a reviewer can read but not decide their own field entry, their own rating, or a dispute that they voted in', async ({
  control,
  page,
  signIn,
}) => {
  await control.query(`insert into app.user_roles (user_id, role) values ($1, 'surveyor')`, [CAST.dalmas.id])
  await (await fieldWork('dalmas'))(newPlate())
  await burst(control, await knownVehicle(control), ['dalmas', 'amina', 'eve'])
  await backdateCastAccounts(control)
  await deniedCrash(0, ['baraka', 'chebet', 'dalmas'])
  const dalmas = await apiAs('dalmas')
  const { data: queue } = await dalmas.GET('/api/v1/admin/review-queue')
  const own = queue?.data.filter((entry) => entry.own) ?? []
  expect(own.map(({ kind }) => kind).toSorted()).toEqual(['collection_entry', 'dispute', 'feedback'])

  await signIn(page, 'dalmas', 'admin')
  for (const { id, kind, version } of own) {
    await page.goto(`${address('admin')}/en/review/${id}`)
    await isAlive(page)
    const words = kind === 'dispute' ? 'You’re involved in this' : 'You submitted this'
    await expect(page.getByText(words)).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByRole('form')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    const { response } = await dalmas.POST('/api/v1/admin/review', {
      body: { entryId: id, decision: 'approved', version },
    })
    expect(response.status).toBe(403)
  }
  expect(await control.query(`select from app.review_entries where state <> 'pending'`)).toEqual([])
})

test('a report’s photo loads when the reviewer requests it', async ({ control: _, newPhone, page, signIn }) => {
  const phone = await newPhone()
  await signIn(phone, 'amina')
  const id = await robbery('amina')
  expect(await addPhoto(phone, `/api/report-incident/${id}/photos`)).toBe(201)
  await signIn(page, 'dalmas', 'admin')
  await openFirst(page)
  await expectPhoto(page, 'Photo 1 of the report')
})
