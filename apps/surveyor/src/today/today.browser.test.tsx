import { getFieldState } from '@salama/domain/field-state/contract'
import { endSurveyorSession, startSurveyorSession, touchSurveyorSession } from '@salama/domain/surveyor/contract'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { expect, test } from 'vitest'
import { App, fieldServer, fieldState, openSession, serverEntry } from '@/testing.ts'
import { Today } from './today.tsx'

const open = () =>
  render(
    <App>
      <main className="px-4">
        <Today />
      </main>
    </App>,
  )
const button = (name: string) => page.getByRole('button', { name })
const startBody = startSurveyorSession.body

test('the ways to other pages are there before the phone is read, and stay where they are', async () => {
  const server = fieldServer()
  const release = server.hold(getFieldState, fieldState({ session: null }))
  await open()
  const ways = ['View assignments', 'My entries'].map((name) => page.getByRole('link', { name }))
  const places = () => ways.map((way) => Math.round(way.element().getBoundingClientRect().top))
  await expect.element(page.getByRole('status').filter({ hasText: 'Opening…' })).toBeVisible()
  const before = places()
  release()
  await expect.element(button('Start shift')).toBeVisible()
  for (const [index, y] of places().entries()) expect(Math.abs(y - (before[index] ?? 0))).toBeLessThan(8) // px
})

test('a shift starts once, at the place of the phone where that is allowed', async () => {
  locationIs({ lat: -1.2841, lng: 36.8251 })
  const server = fieldServer({ session: null })
  server.answer(startSurveyorSession, startSurveyorSession.examples.reply)
  await open()
  await pressTwice(button('Start shift'))
  await expect.element(page.getByRole('heading', { name: 'Shift started' })).toBeVisible()
  await expect.element(page.getByText('0 h 0 min')).toBeVisible()
  await expect.poll(() => server.sent(startSurveyorSession)).toHaveLength(1)
  const [sent] = server.sent(startSurveyorSession)
  expect(startBody.parse(sent?.body).place).toEqual({ lat: -1.2841, lng: 36.8251, accuracyM: 12 })
})

test('offline the start is kept, and says that it is only on this phone', async () => {
  const server = fieldServer({ session: null })
  server.lose(startSurveyorSession)
  await open()
  await button('Start shift').click()
  await expect.element(page.getByText(/^The start is saved on this phone\./)).toBeVisible()
})

test('an end is asked about, can be given up, and is sent once', async () => {
  const server = fieldServer()
  server.answer(endSurveyorSession, endSurveyorSession.examples.reply)
  await open()
  await button('End shift').click()
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await button('No, keep working').click()
  expect(server.sent(endSurveyorSession)).toEqual([])
  await button('End shift').click()
  await pressTwice(button('Yes, end shift'))
  await expect.element(page.getByText(/^Shift ended: .*No vehicle recorded yet$/)).toBeVisible()
  await expect.poll(() => server.sent(endSurveyorSession)).toHaveLength(1)
})

test('an end before the start is named at its field, and kept there until it is corrected', async () => {
  const server = fieldServer()
  server.answer(endSurveyorSession, endSurveyorSession.examples.reply)
  await open()
  await button('End shift').click()
  const box = page.getByLabelText('Finished at')
  await box.fill('2020-01-01T08:00')
  await button('Yes, end shift').click()
  await expect.element(box).toHaveAccessibleDescription(/Enter a time after your shift started and not in the future\./)
  await expect.element(box).toHaveValue('2020-01-01T08:00')
  await box.fill('')
  await button('Yes, end shift').click()
  await expect.poll(() => server.sent(endSurveyorSession)).toHaveLength(1)
})

test('a shift that was closed asks until when there was work, and proposes the last that is known', async () => {
  const closed = { ...openSession(), state: 'abandoned' as const }
  fieldServer({ session: closed })
  await open()
  await expect.element(page.getByText('Your shift was closed')).toBeVisible()
  await button('End shift').click()
  await expect.element(page.getByLabelText('Finished at')).not.toHaveValue('')
  await expect.element(button('I’m still here')).not.toBeInTheDocument()
})

test('"I’m still here" is sent once while it is on its way', async () => {
  const server = fieldServer()
  const release = server.hold(touchSurveyorSession, touchSurveyorSession.examples.reply)
  await open()
  await button('I’m still here').dblClick()
  await expect.element(button('I’m still here')).toBeDisabled()
  release()
  await expect.element(button('I’m still here')).toBeEnabled()
  expect(server.sent(touchSurveyorSession)).toHaveLength(1)
})

test('a returned entry comes first, with the reason and the way to correct it', async () => {
  const returned = serverEntry({
    state: 'changes_requested',
    vehicle: { plate: 'KDE 401A' },
    decision: {
      decidedAt: new Date().toISOString(),
      reason: 'photo_unreadable',
      note: 'Take it from the front.',
      facts: [],
      reservedUntil: null,
    },
  })
  fieldServer({ entries: [returned] })
  await open()
  await expect.element(page.getByRole('heading').first()).toHaveTextContent('1 entry returned to you')
  await expect.element(page.getByText('The photo is not readable.')).toBeVisible()
  await expect.element(page.getByText('“Take it from the front.”')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Fix this entry KDE 401A' }))
    .toHaveAttribute('href', `/en/collect?revises=${returned.id}`)
})

test('an agreement that is not accepted is asked for, and a missed course as well', async () => {
  const server = fieldServer()
  server.answer(getFieldState, { ...fieldState(), mustAgree: true, isEligible: false })
  await open()
  await expect.element(page.getByRole('link', { name: 'Open the course' })).toHaveAttribute('href', '/api/to-course')
  await expect.element(page.getByText('Take one course first')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /agreement/i })).toBeVisible()
})

test('a phone whose clock is wrong says by how much', async () => {
  const server = fieldServer()
  const atServer = new Date(Date.now() + 2.5 * 3600_000).toUTCString()
  server.serve('get', '/api/field-state', () => Response.json(fieldState(), { headers: { date: atServer } }))
  await open()
  await expect.element(page.getByText('It is 2 h 29 min behind.')).toBeVisible()
})

test('who is not signed in is asked to sign in, and comes back to the same page', async () => {
  const server = fieldServer()
  server.signedIn(null)
  await open()
  await expect.element(page.getByText('Sign in to start')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/en/sign-in?callbackUrl=%2Fen')
})

test('a rider reads how to become a surveyor, and finds the app once she is one', async () => {
  const server = fieldServer()
  server.signedIn('amina')
  server.answer(getFieldState, { isSurveyor: false, isEligible: false, mustAgree: false, work: null })
  await open()
  await expect.element(page.getByRole('heading', { name: 'You are not a surveyor yet' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open the course' })).toHaveAttribute('href', '/api/to-course')
  server.answer(getFieldState, fieldState())
  await button('Try again').click()
  await expect.element(page.getByRole('heading', { name: 'Shift started' })).toBeVisible()
})
