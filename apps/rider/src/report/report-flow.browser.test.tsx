import { voteWithoutAccount } from '@salama/domain/incidents/contract'
import { getReportContext, reportIncident } from '@salama/domain/reports/contract'
import { page, pressTwice, render, userEvent } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import { App, riderServer } from '@/testing.ts'
import words from '../../../../packages/ui/messages/sw.json' with { type: 'json' }
import own from '../../messages/sw.json' with { type: 'json' }
import { ReportFlow } from './report-flow.tsx'

let server: FakeServer
beforeEach(() => {
  server = riderServer()
  server.answer(reportIncident, reportIncident.examples.reply)
})

const open = (path = '/report', locale: 'en' | 'sw' = 'en') =>
  render(
    <App path={path} locale={locale}>
      <main className="px-4">
        <ReportFlow />
      </main>
    </App>,
  )
const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const send = button('Send report')
const note = page.getByRole('textbox', { name: /^Note/ })
const bodies = () => server.sent(reportIncident).map(({ body }) => reportIncident.body.parse(body))

/** The place where the location is not told. */
async function chooseKoja() {
  await page.getByRole('combobox').fill('koja')
  await page.getByRole('option', { name: /Koja/ }).click()
  await expect.element(send).toBeVisible()
}
async function fill(category = 'Road hazard') {
  await button(category).click()
  await chooseKoja()
}

test('a double press sends one report', async () => {
  await open()
  await fill()
  await pressTwice(send)
  await expect.element(page.getByRole('heading', { name: /received|Road hazard/ }).first()).toBeVisible()
  await expect.poll(bodies).toHaveLength(1)
  expect(bodies()[0]).toMatchObject({ category: 'hazard', place: { stopId: '00000000-0000-5000-8000-0000000000a1' } })
})

test('a chosen category leads to the next question, which has the focus, and Back leads to it', async () => {
  await open()
  await button('Road hazard').click()
  await expect.element(heading('Where did it happen?')).toBeVisible()
  await expect.element(heading('Where did it happen?')).toHaveFocus()
  await button('Back').click()
  await expect.element(heading('What happened?')).toBeVisible()
})

test('the second press of a double tap does not reach what has taken the place of the first', async () => {
  await open()
  await button('Road hazard').click()
  await expect.element(heading('Where did it happen?')).toHaveFocus()
  const second = () => new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })
  button('Back').element().dispatchEvent(second())
  await expect.element(heading('Where did it happen?')).toBeVisible()
  await button('Back').click()
  await expect.element(heading('What happened?')).toBeVisible()
})

test('where the location is allowed a report takes two presses', async () => {
  locationIs({ lat: -1.2185, lng: 36.8921, accuracyM: 5 })
  await open()
  await button('Road hazard').click()
  await expect.element(page.getByText('±5 m')).toBeVisible()
  await send.click()
  await expect.poll(bodies).toMatchObject([{ category: 'hazard', place: { lat: -1.2185, lng: 36.8921, accuracyM: 5 } }])
})

test('a location that is refused is said, and a stage can be chosen instead', async () => {
  await open()
  await button('Road hazard').click()
  await button('Use my location').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await chooseKoja()
  await expect.element(send).toBeEnabled()
})

test('a place outside the service area is said before anything is sent, and another one can be chosen', async () => {
  locationIs({ lat: -1.5177, lng: 37.2634, accuracyM: 20 })
  const location = { inServiceArea: false, serviceArea: null, corridor: null, distanceM: null }
  server.answer(getReportContext, { location, placeName: null, incident: null })
  await open()
  await button('Road hazard').click()
  await expect.element(page.getByText('Salama does not cover this place yet')).toBeVisible()
  await expect.element(send).not.toBeInTheDocument()
  server.answer(getReportContext, { ...getReportContext.examples.reply, incident: null })
  await button('Choose where it happened').last().click()
  await chooseKoja()
  await expect.element(send).toBeEnabled()
  expect(bodies()).toEqual([])
})

test('what is reported there already is confirmed with one press, and nothing else is sent', async () => {
  server.answer(getReportContext, getReportContext.examples.reply)
  const release = server.hold(voteWithoutAccount, voteWithoutAccount.examples.reply)
  await open()
  await fill()
  await expect.element(page.getByRole('heading', { name: 'Already reported here' })).toBeVisible()
  await button('Still there? Confirm').dblClick()
  await expect.element(button('Still there? Confirm')).toBeDisabled()
  release()
  await expect.element(page.getByRole('heading', { name: 'You confirmed it' })).toHaveFocus()
  expect(server.sent(voteWithoutAccount).map(({ body }) => body)).toEqual([{ vote: 'confirm' }])
  expect(bodies()).toEqual([])
  await button('Report something else').click()
  await expect.element(heading('What happened?')).toBeVisible()
})

test('a confirmation that fails is said, and the report can be sent all the same', async () => {
  server.answer(getReportContext, getReportContext.examples.reply)
  server.refuse(voteWithoutAccount, 'incident_own', { status: 409 })
  await open()
  await fill()
  await button('Still there? Confirm').click()
  await expect.element(page.getByText('You reported this. You can still send another report.')).toBeVisible()
  await send.click()
  await expect.poll(bodies).toHaveLength(1)
})

test('a report whose answer is lost is kept, shown as not sent, and sent again as the same one', async () => {
  server.lose(reportIncident)
  await open()
  await fill()
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await expect.poll(bodies).toHaveLength(1)
  server.answer(reportIncident, reportIncident.examples.reply)
  await reportOutbox.flush({ eager: true })
  await expect.poll(bodies).toHaveLength(2)
  expect(bodies()[1]?.id).toBe(bodies()[0]?.id)
})

test('a report shows as being sent until it is received', async () => {
  const release = server.hold(reportIncident, reportIncident.examples.reply)
  await open()
  await fill()
  await send.click()
  await expect.element(page.getByRole('heading', { name: 'Sending your report' })).toHaveFocus()
  await expect.element(page.getByText('Sending…')).toBeVisible()
  release()
  await expect.element(page.getByRole('link', { name: 'See it on the map' })).toBeVisible()
  await expect.element(page.getByText('Sending…')).not.toBeInTheDocument()
})

test('a phone without room says that it could not save, and the open page still sends the report', async () => {
  server.lose(reportIncident)
  await open()
  await fill()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await send.click()
  await expect.element(page.getByText('Could not save on this phone')).toBeVisible()
  await expect.element(page.getByText(/There is no space left\./)).toBeVisible()
  await expect.poll(bodies).toHaveLength(1)
  server.answer(reportIncident, reportIncident.examples.reply)
  await button('Try again').click()
  await expect.element(page.getByRole('link', { name: 'See it on the map' })).toBeVisible()
  // Only what the phone's clock shows meanwhile differs.
  expect(bodies()[1]).toEqual({ ...bodies()[0], sentAt: expect.any(String) })
})

test('what nobody else may see is kept with the draft, said, and sent', async () => {
  server.answer(reportIncident, { ...reportIncident.examples.reply, shown: 'private', incidentId: null })
  const first = await open()
  await fill()
  await page.getByText('Add details or limit what others see').click()
  const nothing = page.getByRole('radio', { name: 'Nothing', exact: true })
  await nothing.click()
  await expect.element(page.getByText(/Nobody else can see it, not even in weekly figures\.$/).first()).toBeVisible()
  await first.unmount()
  await open()
  await expect.element(nothing).toBeChecked()
  await send.click()
  await expect.element(page.getByText(/^Thank you for telling us\. Only our reviewers can read it\./)).toBeVisible()
  expect(bodies()).toMatchObject([{ visibility: 'private' }])
})

test('a vehicle is remembered by the link to its report, and proposed in the next one', async () => {
  server.serve('get', '/api/vehicle-lookup', () => Response.json({ code: 'not_found', status: 404 }, { status: 404 }))
  const first = await open('/report?vehicle=KZZ%20303F')
  await expect.poll(() => localStorage.getItem('salama-rider.last-vehicle')).toContain('KZZ 303F')
  await first.unmount()
  localStorage.removeItem('salama-rider.draft')
  await open()
  await fill('Fare dispute')
  await expect.element(page.getByLabelText(/^Number plate or sticker code/)).toHaveValue('KZZ 303F')
})

test('a plate that looks like a known one is asked about, and taken with a tap', async () => {
  server.serve('get', '/api/vehicle-lookup', () =>
    Response.json({ code: 'not_found', status: 404, didYouMean: ['KZZ 103D'] }, { status: 404 }),
  )
  await open()
  await fill('Fare dispute')
  const plate = page.getByLabelText(/^Number plate or sticker code/)
  await plate.fill('KZZ 1B3D')
  await page.getByRole('button', { name: 'Did you mean KZZ 103D?' }).click()
  await expect.element(plate).toHaveValue('KZZ 103D')
})

test('a refused report names the field, and keeps the rest to be changed and sent', async () => {
  server.refuse(reportIncident, 'invalid_request', {
    status: 422,
    errors: [{ path: 'note', code: 'too_big', message: 'Too long' }],
  })
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not here', 'SecurityError')
  })
  await open()
  await fill()
  await page.getByText('Add details or limit what others see').click()
  await note.fill('Two matatus.')
  await send.click()
  await expect.element(page.getByText('Could not save on this phone')).toBeVisible()
  await expect.element(note).toHaveAccessibleDescription(/The note is too long\./)
  await expect.element(note).toHaveValue('Two matatus.')
})

test('a begun report is there again after the page was closed, and can be thrown away', async () => {
  const first = await open()
  await fill()
  await page.getByText('Add details or limit what others see').click()
  await note.fill('Two matatus.')
  await first.unmount()
  await open()
  await expect.element(page.getByText('You started this report earlier. It has not been sent.')).toBeVisible()
  await expect.element(note).toHaveValue('Two matatus.')
  await button('Delete and start again').click()
  await expect.element(heading('What happened?')).toBeVisible()
  await button('Road hazard').click()
  await expect.element(heading('Where did it happen?')).toBeVisible()
})

test('a begun report of harassment does not show itself to the next person on the phone', async () => {
  const first = await open()
  await fill('Harassment')
  await first.unmount()
  await open()
  await expect.element(page.getByText('There is an unfinished report on this phone')).toBeVisible()
  await expect.element(page.getByText('Harassment')).not.toBeInTheDocument()
  await button('Delete report').click()
  await expect.element(heading('What happened?')).toBeVisible()
  await expect.poll(() => localStorage.getItem('salama-rider.draft') ?? '').not.toContain('harassment')
})

test('a report of harassment shows help and the way out at every question, without scrolling', async () => {
  await open()
  await button('Harassment').click()
  const help = page.getByRole('link', { name: /1195/ }).first()
  await expect.element(heading('Where did it happen?')).toBeInViewport()
  await expect.element(help).toBeInViewport({ ratio: 1 })
  await expect.element(button('Leave this page')).toBeInViewport({ ratio: 1 })
  await chooseKoja()
  await expect.element(help).toBeInViewport({ ratio: 1 })
  await expect.element(send).toBeInViewport({ ratio: 1 })
  await page.getByText('Add details or limit what others see').click()
  await note.click()
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
  for (const each of [send, button('Leave this page')]) await expect.element(each).toBeInViewport({ ratio: 1 })
})

test('in Swahili nothing is wider than the phone, and the report can be sent without scrolling', async () => {
  await open('/report', 'sw')
  await button(words.categories.harassment).click()
  await page.getByRole('combobox').fill('koja')
  await page.getByRole('option', { name: /Koja/ }).click()
  await expect.element(button(own.report.send)).toBeInViewport({ ratio: 1 })
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('whether somebody was hurt is asked of a crash, and sent as it was answered', async () => {
  await open()
  await fill('Crash')
  await button('Yes').click()
  await expect.element(button('Yes')).toHaveAttribute('aria-pressed', 'true')
  await send.click()
  await expect.poll(bodies).toMatchObject([{ category: 'crash', injury: 'some' }])
})

test('the pin is moved with the arrow keys, and its place is sent', async () => {
  locationIs({ lat: -1.2841, lng: 36.8251, accuracyM: 10 })
  await open()
  await button('Road hazard').click()
  const pin = page.getByRole('button', { name: /^Place of the report/ })
  await expect.element(pin).toBeVisible()
  pin.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText('±10 m')).not.toBeInTheDocument()
  await send.click()
  await expect.poll(() => bodies().length).toBe(1)
  const place = bodies()[0]?.place
  expect(place && 'lat' in place ? place.lat : 0).toBeGreaterThan(-1.2841)
})
