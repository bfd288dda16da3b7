import { listUsers } from '@salama/domain/admin/contract'
import { assignAssignmentSlot, createAssignment, editAssignment } from '@salama/domain/assignments/admin-contract'
import { searchPointsOfInterest } from '@salama/domain/network/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { AssignSlot } from './assign-slot.tsx'
import { AssignmentForm } from './assignment-form.tsx'
import { EditAssignment } from './edit-dialog.tsx'

const made = createAssignment.reply.parse(createAssignment.examples.reply)
const odeon = {
  id: '00000000-0000-5000-8000-0000000000a2',
  name: 'Odeon',
  kind: 'stop' as const,
  place: { lat: -1.2828, lng: 36.825 },
  corridor: null,
  area: 'Starehe',
  routes: ['23'],
  distanceM: null,
}

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(searchPointsOfInterest, { data: [odeon], page: { nextCursor: null } })
  // A map without streets.
  server.serve('get', '/basemap/index.json', () => new Response(null, { status: 404 }))
  server.serve('get', '/api/corridor-map', () => new Response(null, { status: 404 }))
  server.serve('get', '/api/feed-credits', () => new Response(null, { status: 404 }))
  server.answer(createAssignment, made)
})

async function open() {
  const visits: Visits = []
  await render(
    <App path="/assignments/new" visits={visits}>
      <AssignmentForm />
    </App>,
  )
  return visits
}
const title = page.getByLabelText('Title in English')
const minutes = page.getByLabelText(/^Minutes of counting/)
const slots = page.getByLabelText('Slots')
const create = page.getByRole('button', { name: 'Create assignment' })
const sent = () => server.sent(createAssignment).map(({ body }) => createAssignment.body.parse(body))

/** The stage from the list, found by its name. */
async function chooseStage() {
  await page.getByRole('combobox', { name: 'Stage or landmark' }).fill('ode')
  await page.getByRole('option', { name: /Odeon/ }).click()
}

test('errors come at their fields, the first one has the focus, and nothing is sent', async () => {
  await open()
  await slots.fill('900')
  await minutes.fill('1')
  await create.click()
  await expect.element(title).toHaveFocus()
  await expect.element(title).toHaveAccessibleDescription('Enter a title.')
  await expect
    .element(page.getByRole('combobox', { name: 'Stage or landmark' }))
    .toHaveAccessibleDescription(/Choose a stage from the list\./)
  await expect.element(slots).toHaveAccessibleDescription(/Enter a whole number from 1 to/)
  await expect.element(minutes).toHaveAccessibleDescription(/Enter a whole number from \d+ to/)
  await expect.element(slots).toHaveValue('900')
  expect(sent()).toEqual([])
})

test('a double press creates one assignment of a stage and opens it', async () => {
  const release = server.hold(createAssignment, made)
  const visits = await open()
  await title.fill(' Morning peak at Odeon ')
  await chooseStage()
  await create.dblClick()
  await expect.element(create).toBeDisabled()
  release()
  await expect.poll(() => visits.at(-1)?.to).toBe(`/en/assignments/${made.id}`)
  expect(sent()).toMatchObject([
    { kind: 'stage_count', title: 'Morning peak at Odeon', place: { stopId: odeon.id }, slotCount: 3 },
  ])
})

test('a survey of an area asks for the details that are ticked, and for no minutes', async () => {
  await open()
  await page.getByLabelText('Vehicle survey').click()
  await expect.element(minutes).not.toBeInTheDocument()
  await title.fill('Stickers in town')
  await page.getByLabelText('In an area').click()
  await create.click()
  await expect.element(page.getByLabelText('North')).toHaveAccessibleDescription(/Draw an area or enter its four sides/)
  for (const [side, degrees] of [
    ['North', '-1,27'],
    ['South', '-1.29'],
    ['West', '36.81'],
    ['East', '36.83'],
  ] as const)
    await page.getByLabelText(side).fill(degrees)
  await page.getByLabelText(/^Vehicles to record/).fill('10')
  await page.getByRole('checkbox', { name: 'Sticker' }).click()
  await create.click()
  await expect.poll(sent).toMatchObject([
    {
      kind: 'vehicle_survey',
      area: { north: -1.27, south: -1.29, west: 36.81, east: 36.83 },
      quota: { vehicles: 10, facts: ['sticker'] },
    },
  ])
})

test('after a lost answer everything is still there, and the same assignment is asked for again', async () => {
  server.lose(createAssignment)
  await open()
  await title.fill('Morning peak at Odeon')
  await chooseStage()
  await create.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(title).toHaveValue('Morning peak at Odeon')
  await create.click()
  await expect.poll(sent).toHaveLength(2)
  const [first, second] = server.sent(createAssignment).map(({ headers }) => headers.get('idempotency-key'))
  expect(second).toBe(first)
})

test('a field that the server rejects is named until it is changed', async () => {
  server.refuse(createAssignment, 'invalid_request', {
    errors: [{ path: 'dueAt', code: 'too_big', message: 'Too late' }],
  })
  await open()
  await title.fill('Morning peak at Odeon')
  await chooseStage()
  const due = page.getByLabelText(/^Due/)
  await due.fill('2028-01-01T08:00')
  await create.click()
  await expect.element(due).toHaveFocus()
  await expect.element(due).toHaveAccessibleDescription(/Enter a time within the next year\./)
  await create.click()
  await expect.element(due).toHaveFocus()
  expect(sent()).toHaveLength(1)
  server.answer(createAssignment, made)
  await due.fill('2027-01-01T08:00')
  await create.click()
  await expect.poll(sent).toHaveLength(2)
})

test('an assignment is edited for a reason; slots can only be added', async () => {
  server.answer(editAssignment, made)
  await render(
    <App path={`/assignments/${made.id}`}>
      <EditAssignment work={made} />
    </App>,
  )
  await page.getByRole('button', { name: 'Edit assignment' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save assignment' })
  const more = dialog.getByLabelText('Slots')
  await more.fill('0')
  await expect.element(more).toHaveAccessibleDescription(/From 1 to \d+\. Slots can only be added\./)
  await expect.element(save).toBeDisabled()
  await more.fill('2')
  await dialog.getByLabelText('Reason').fill('The rain made us lose a day.')
  await save.click()
  await expect.element(page.getByText('Assignment saved.')).toBeVisible()
  expect(server.sent(editAssignment).map(({ body }) => editAssignment.body.parse(body))).toMatchObject([
    { title: made.title, slotCount: 2, reason: 'The rain made us lose a day.' },
  ])
})

test('a slot goes to a surveyor who was found by name; who holds one already is said to, and another can be chosen', async () => {
  const [person] = listUsers.reply.parse(listUsers.examples.reply).data
  if (!person) throw new Error('The example has a person')
  const chebet = { ...person, displayName: 'Chebet', suspendedAt: null }
  server.answer(listUsers, { ...listUsers.examples.reply, data: [chebet] })
  server.refuse(assignAssignmentSlot, 'claim_limit', { status: 409, max: 1 })
  const [slot] = made.slots
  if (!slot) throw new Error('The example has a slot')
  await render(
    <App path={`/assignments/${made.id}`}>
      <AssignSlot id={made.id} slot={slot} holderName={null} />
    </App>,
  )
  await page.getByRole('button', { name: 'Assign to…' }).click()
  const dialog = page.getByRole('dialog')
  const assign = dialog.getByRole('button', { name: 'Assign slot' })
  await expect.element(assign).toBeDisabled()
  await dialog.getByRole('combobox').fill('cheb')
  await page.getByRole('option', { name: /Chebet/ }).click()
  await dialog.getByLabelText('Reason').fill('She knows the stage.')
  await assign.click()
  await expect.element(dialog.getByText(/^This surveyor holds a slot of this assignment already\./)).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('She knows the stage.')
  const release = server.hold(assignAssignmentSlot, made)
  await assign.dblClick()
  await expect.element(assign).toBeDisabled()
  release()
  await expect.element(page.getByText('Slot 1 assigned.')).toBeVisible()
  const body = { surveyorId: chebet.id, holderId: null, reason: 'She knows the stage.' }
  expect(server.sent(assignAssignmentSlot).map((each) => each.body)).toEqual([body, body])
})
