import { addReportPhoto } from '@salama/domain/photos/contract'
import { addToReport } from '@salama/domain/receipts/contract'
import { reportIncident } from '@salama/domain/reports/contract'
import { scanVehicleQr } from '@salama/domain/vehicles/contract'
import { currentAccount } from '@salama/outbox/account.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { cameraPhoto } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test } from 'vitest'
import { contentOf } from '@/outbox/content.ts'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import { App, KOJA, riderServer } from '@/testing.ts'
import { AddMore } from './add-more.tsx'
import { newDraft, withCategory } from './draft.ts'

let server: FakeServer
let id: string
beforeEach(async () => {
  server = riderServer()
  server.answer(reportIncident, reportIncident.examples.reply)
  server.answer(addToReport, addToReport.examples.reply)
  server.serve('get', '/api/vehicle-lookup', () => Response.json({ code: 'not_found', status: 404 }, { status: 404 }))
  const place = { kind: 'stop' as const, id: KOJA.id, name: KOJA.name, ...KOJA.place }
  const draft = { ...withCategory(newDraft(), 'hazard'), place }
  id = draft.id
  await reportOutbox.put(id, contentOf(draft, await currentAccount()))
  await reportOutbox.flush({ eager: true })
})

/** What can be added to the report, and what the phone has of it. */
function Report() {
  const entries = useOutbox(reportOutbox)
  const entry = Array.isArray(entries) ? entries.find(({ item }) => item.id === id) : undefined
  if (!entry) return null
  return (
    <>
      <AddMore id={id} files={entry.files} />
      <output>{entry.files.map(({ state }) => state).join(' ')}</output>
    </>
  )
}
const open = () =>
  render(
    <App path="/report">
      <Report />
    </App>,
  )
async function begin() {
  const opened = await open()
  await page.getByText('Add photo, plate or note').click()
  return opened
}
const plate = page.getByLabelText(/^Number plate or sticker code/)
const note = page.getByLabelText(/^Note/)
const add = page.getByRole('button', { name: 'Add to the report' })
const states = page.getByText(/^(waiting|received|refused)( |$)/)
const bodies = () => server.sent(addToReport).map(({ body }) => addToReport.body.parse(body))

test('nothing at all and half a plate are said at their fields, and what was typed stays', async () => {
  await begin()
  await add.click()
  await expect.element(note).toHaveAccessibleDescription(/Type a plate or a note first\./)
  await plate.fill('KD')
  await note.fill('Two matatus.')
  await add.click()
  await expect.element(plate).toHaveAccessibleDescription(/Check the plate: 4 to 9 letters and digits\./)
  await expect.element(note).toHaveValue('Two matatus.')
  expect(bodies()).toEqual([])
})

test('a double press adds it once, and the form is empty for the next', async () => {
  server.answer(scanVehicleQr, scanVehicleQr.examples.reply)
  await begin()
  await plate.fill('kda123a')
  await expect.element(page.getByText(new RegExp(`^${scanVehicleQr.examples.reply.plate}`))).toBeVisible()
  await note.fill('Two matatus.')
  await pressTwice(add)
  await expect.element(states).toHaveTextContent('received')
  await expect.element(note).toHaveValue('')
  await reportOutbox.flush({ eager: true })
  expect(bodies()).toMatchObject([{ words: 'Two matatus.', vehicle: 'KDA 123A' }])
})

test('what was typed is there again after the page was closed, until it is sent', async () => {
  const first = await begin()
  await note.fill('Two matatus.')
  await first.unmount()
  const second = await open()
  await expect.element(note).toHaveValue('Two matatus.')
  await add.click()
  await expect.element(states).toHaveTextContent('received')
  await second.unmount()
  await begin()
  await expect.element(note).toHaveValue('')
})

test('what is added offline waits, and is sent as the same addition', async () => {
  server.lose(addToReport)
  await begin()
  await note.fill('Two matatus.')
  await add.click()
  await expect.element(states).toHaveTextContent('waiting')
  await expect.poll(bodies).toHaveLength(1)
  await reportOutbox.flush()
  server.answer(addToReport, addToReport.examples.reply)
  await reportOutbox.flush({ eager: true })
  await expect.element(states).toHaveTextContent('received')
  expect(bodies()[1]).toEqual(bodies()[0])
})

test('a photo is sent once it is chosen; after three additions no more can be typed', async () => {
  server.answer(addReportPhoto, addReportPhoto.examples.reply)
  await begin()
  await page.getByLabelText('Add a photo').upload(await cameraPhoto())
  await expect.element(states).toHaveTextContent('received')
  for (const [n, words] of ['One', 'Two', 'Three'].entries()) {
    await note.fill(words)
    await add.click()
    await expect.poll(bodies).toHaveLength(n + 1)
    if (n < 2) await expect.element(note).toHaveValue('')
  }
  await expect.element(page.getByText('You can’t add any more to this report.')).toBeVisible()
})
