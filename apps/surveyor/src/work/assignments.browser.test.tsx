import {
  claimAssignmentSlot,
  claimAssignmentSlots,
  releaseAssignmentSlot,
  submitAssignmentSlot,
} from '@salama/domain/assignments/slots-contract'
import { getFieldState } from '@salama/domain/field-state/contract'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { locationIs } from '@salama/ui/testing/phone.ts'
import { expect, test } from 'vitest'
import { App, assignment, fieldServer, fieldState, heldAssignment, openSession, serverEntry } from '@/testing.ts'
import { Assignments } from './assignments.tsx'

const open = () =>
  render(
    <App path="/assignments">
      <main className="px-4">
        <Assignments />
      </main>
    </App>,
  )
const button = (name: string | RegExp) => page.getByRole('button', { name })
const details = button(`Show details ${assignment().title}`)
const claimIt = button('Claim it for 2 hours')
const bodiesOf = (
  server: FakeServer,
  op: typeof claimAssignmentSlot | typeof releaseAssignmentSlot | typeof submitAssignmentSlot,
) => server.sent(op).map(({ body }) => body)

test('a claimed place moves to the top, has the focus, and was asked for once', async () => {
  const server = fieldServer({ open: [assignment()] })
  const release = server.hold(claimAssignmentSlot, claimAssignmentSlot.examples.reply)
  await open()
  await details.click()
  await claimIt.dblClick()
  await expect.element(claimIt).toBeDisabled()
  server.answer(getFieldState, fieldState({ mine: [heldAssignment()] }))
  release()
  await expect.element(page.getByRole('heading', { name: 'Assigned to you' })).toHaveFocus()
  await expect.element(page.getByText(/^Yours for (1 h 0|59) min/)).toBeInViewport()
  expect(bodiesOf(server, claimAssignmentSlot)).toEqual([
    { assignmentId: assignment().id, offline: false, sessionId: openSession().id },
  ])
})

test('a place is claimed for a day offline', async () => {
  const server = fieldServer({ open: [assignment({ others: 2 })], session: null })
  server.answer(claimAssignmentSlot, claimAssignmentSlot.examples.reply)
  await open()
  await expect.element(page.getByText(/2 of 3 places free · 2 others there$/)).toBeVisible()
  await details.click()
  await button('Claim it for 12 hours to work offline').click()
  await expect
    .poll(() => bodiesOf(server, claimAssignmentSlot))
    .toEqual([{ assignmentId: assignment().id, offline: true }])
})

test.each([
  ['slot_taken', /^Someone else claimed it first\./],
  ['claim_limit', /^You have as many assignments as you can hold\./],
  ['session_required', /^Your shift was closed\./],
] as const)('a claim that is refused with %s says why, and the list is fetched again', async (code, words) => {
  const server = fieldServer({ open: [assignment()] })
  server.refuse(claimAssignmentSlot, code, { status: 409 })
  await open()
  await details.click()
  const before = server.sent(getFieldState).length
  await claimIt.click()
  await expect.element(page.getByRole('alert').getByText(words)).toBeInViewport()
  await expect.poll(() => server.sent(getFieldState).length).toBeGreaterThan(before)
})

test('offline a claim says that it needs a connection, and can be tried again', async () => {
  const server = fieldServer({ open: [assignment()] })
  server.lose(claimAssignmentSlot)
  await open()
  await details.click()
  await claimIt.click()
  await expect.element(page.getByText('You’re offline. Connect to claim a place.')).toBeVisible()
  await expect.element(claimIt).toBeEnabled()
})

test('who has not passed the course, or holds a place, is told so in place of the buttons', async () => {
  const server = fieldServer({ open: [assignment()] })
  server.answer(getFieldState, { ...fieldState({ open: [assignment()] }), isEligible: false })
  await open()
  await details.click()
  await expect.element(page.getByText('Pass “Surveyor basics” first.')).toBeVisible()
  await expect.element(claimIt).not.toBeInTheDocument()
})

test('finishing lists the vehicles that do not count with a tap to fix each, asks, and hands in once', async () => {
  const quota = { vehicles: 2, minutes: null, facts: ['sticker' as const] }
  const [held] = [heldAssignment({ kind: 'vehicle_survey', quota })]
  const claim = held.mine[0]
  const tally = { counted: 0, repeated: 0, far: 0, rejected: 0, incomplete: 1 }
  const mine = [{ ...held, mine: claim ? [{ ...claim, entries: 1, tally }] : [] }]
  const bare = serverEntry({ claimToken: 412, vehicle: { plate: 'KDM 111A' }, notCounted: ['sticker'] })
  const server = fieldServer({ mine, entries: [bare] })
  server.answer(submitAssignmentSlot, submitAssignmentSlot.examples.reply)
  await open()
  await expect.element(page.getByText('0 of 2 vehicles')).toBeVisible()
  await button('Finish assignment').click()
  const question = page.getByRole('alert')
  await expect.element(question).toHaveFocus()
  await expect.element(question.getByText('sticker missing', { exact: false })).toBeVisible()
  await expect.element(question.getByText('2 vehicles', { exact: true })).toBeVisible()
  const fix = question.getByRole('link', { name: 'Fix KDM 111A' })
  await expect.element(fix).toHaveAttribute('href', expect.stringContaining(`/collect?revises=${bare.id}`))
  await button('No, keep recording').click()
  await button('Finish assignment').click()
  await pressTwice(button('Finish anyway'))
  await expect.element(page.getByText('Assignment finished')).toBeVisible()
  await expect
    .poll(() => bodiesOf(server, submitAssignmentSlot))
    .toEqual([{ assignmentId: assignment().id, token: 412 }])
})

test('an assignment is given back for a reason, with a note that survives a closed page', async () => {
  const server = fieldServer({ mine: [heldAssignment()] })
  server.answer(releaseAssignmentSlot, releaseAssignmentSlot.examples.reply)
  const first = await open()
  await button('I cannot do this').click()
  await button('It is not safe here').click()
  await expect
    .element(page.getByRole('alert').getByText('You will not be offered it again', { exact: false }))
    .toBeVisible()
  await page.getByRole('textbox', { name: /^Note for the admins/ }).fill('A group asks for money.')
  await first.unmount()
  await open()
  await expect.element(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('A group asks for money.')
  await pressTwice(button('Yes, give it back'))
  await expect.element(page.getByText('Assignment given back')).toBeVisible()
  await expect
    .poll(() => bodiesOf(server, releaseAssignmentSlot))
    .toEqual([{ assignmentId: assignment().id, token: 412, blocked: 'unsafe', note: 'A group asks for money.' }])
})

test('giving back can be given up, and without a reason it goes to others', async () => {
  const server = fieldServer({ mine: [heldAssignment()] })
  server.answer(releaseAssignmentSlot, releaseAssignmentSlot.examples.reply)
  await open()
  await button('I cannot do this').click()
  await button('Keep assignment').click()
  await button('I cannot do this').click()
  await button('Another reason: give it back').click()
  await expect.element(page.getByText('Someone else can then claim it.')).toBeVisible()
  await button('Yes, give it back').click()
  await expect
    .poll(() => bodiesOf(server, releaseAssignmentSlot))
    .toEqual([{ assignmentId: assignment().id, token: 412 }])
})

test('where the location is not told the list says by what it is sorted', async () => {
  fieldServer({ open: [assignment()] })
  await open()
  await button('Nearest first').click()
  await expect.element(page.getByText('Location is not available. The list is sorted by due date.')).toBeVisible()
})

const OTHER = '9d1e7c55-2b60-4a3f-8f27-0c4b8e5d6a71'

test('several are claimed together, and what was not says why', async () => {
  const server = fieldServer({ open: [assignment(), assignment({ id: OTHER, title: 'Seats at Odeon' })] })
  server.answer(claimAssignmentSlots, {
    claimed: [],
    refused: [{ assignmentId: OTHER, code: 'slot_taken' }],
  })
  await open()
  await button(`Add to my day ${assignment().title}`).click()
  await expect.element(button('Claim 2 for 2 hours')).not.toBeInTheDocument()
  await button('Add to my day Seats at Odeon').click()
  await button('Claim 2 for 2 hours').dblClick()
  await expect.element(page.getByText('Seats at Odeon: Someone else claimed it first.', { exact: false })).toBeVisible()
  expect(server.sent(claimAssignmentSlots).map(({ body }) => body)).toEqual([
    { assignmentIds: [assignment().id, OTHER], offline: false, sessionId: openSession().id },
  ])
})

test('several that are held are the stops of a day, the next one open, each with its own form', async () => {
  const quota = { vehicles: 10, minutes: null, facts: [] }
  const [first] = [heldAssignment({ kind: 'vehicle_survey', quota })]
  const claims = first.mine.map((claim) => ({ ...claim, token: 413, assignmentId: OTHER }))
  const second = { ...first, id: OTHER, title: 'Seats at Odeon', others: 2, mine: claims }
  fieldServer({ mine: [first, second] })
  await open()
  await expect
    .element(page.getByRole('link', { name: 'Record a vehicle' }))
    .toHaveAttribute('href', '/en/collect?claim=412')
  await button(/Seats at Odeon.*0 of 10 vehicles.*2 others there/).click()
  await expect
    .element(page.getByRole('link', { name: 'Record a vehicle' }))
    .toHaveAttribute('href', '/en/collect?claim=413')
})

test('a day of four is in the order of the way from where the phone is, with what each still needs', async () => {
  locationIs({ lat: -1.2864, lng: 36.8254 })
  const stop = (n: number, title: string, lat: number, lng: number, counted: number) => {
    const [held] = [
      heldAssignment({ kind: 'vehicle_survey', quota: { vehicles: 10, minutes: null, facts: ['sticker'] } }),
    ]
    const mine = held.mine.map((claim) => ({ ...claim, token: 412 + n, tally: { ...claim.tally, counted } }))
    return {
      ...held,
      id: crypto.randomUUID(),
      title,
      place: { lat, lng, accuracyM: 10, stopId: null },
      mine,
      others: n,
    }
  }
  fieldServer({
    mine: [
      stop(0, 'Stickers at Westlands', -1.2676, 36.8108, 0),
      stop(1, 'Stickers at Ngara', -1.2741, 36.8292, 2),
      stop(2, 'Stickers at Kencom', -1.2863, 36.8252, 7),
      stop(3, 'Stickers at Odeon', -1.2831, 36.8249, 0),
    ],
  })
  await open()
  const stops = page
    .getByRole('list')
    .filter({ hasText: 'Stickers at Kencom' })
    .getByRole('button', { expanded: false })
  await expect
    .poll(() => stops.elements().map((each) => each.textContent?.replaceAll('\u00a0', ' ')))
    .toEqual([
      expect.stringMatching(/^2Stickers at Odeon0 of 10 vehicles.*3 others there.*\d+ m$/),
      expect.stringMatching(/^3Stickers at Ngara2 of 10 vehicles.*1 other person there.*1\.1 km$/),
      expect.stringMatching(/^4Stickers at Westlands0 of 10 vehicles.*2\.\d km$/),
    ])
  await expect.element(button(/Stickers at Kencom.*7 of 10 vehicles/)).toHaveAttribute('aria-expanded', 'true')
})
