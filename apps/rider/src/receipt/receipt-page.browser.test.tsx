import { listFollows } from '@salama/domain/alerts/contract'
import {
  addPhotoToReceipt,
  addToReceipt,
  answerReceipt,
  getReceipt,
  mailReceipt,
  withdrawReceipt,
} from '@salama/domain/receipts/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { cameraPhoto } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { ReceiptPage } from './receipt-page.tsx'

const { code } = getReceipt.examples.body
const receipt = { ...getReceipt.examples.reply, asked: null, state: 'in_review' as const }

let server: FakeServer
beforeEach(() => {
  server = riderServer(null)
  server.answer(listFollows, { data: [], unread: 0 })
  server.answer(getReceipt, receipt)
  server.serve('get', '/api/vehicle-lookup', () => Response.json({ code: 'not_found', status: 404 }, { status: 404 }))
})

const open = () =>
  render(
    <App path="/receipt">
      <main className="px-4">
        <ReceiptPage publicKey={null} />
      </main>
    </App>,
  )
const written = page.getByLabelText('Receipt code')
const look = page.getByRole('button', { name: /^(Look up report|Loading)/ })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name })

/** The receipt of the report, open. */
async function lookUp(now: Parameters<typeof server.answer<typeof getReceipt>>[1] = receipt) {
  server.answer(getReceipt, now)
  await open()
  await written.fill(code)
  await look.click()
  await expect.element(page.getByText(/^Received on /)).toBeVisible()
}

test('a mistyped and an unknown code are told apart, and stay typed', async () => {
  await open()
  await written.fill('2M7R5 QXK0C')
  await look.click()
  await expect.element(written).toHaveAccessibleDescription(/A code has 26 letters and digits\. Check it again\./)
  expect(server.sent(getReceipt)).toEqual([])
  server.refuse(getReceipt, 'not_found', { status: 404 })
  await written.fill(code)
  await look.click()
  await expect.element(page.getByText('There is no report with this code')).toBeVisible()
  await expect.element(written).toHaveValue(code)
})

test.each([
  ['live', 1, 1],
  ['coarse', 1, 0],
  ['review', 0, 0],
] as const)('what is shown as %s has so many maps (%i) and pins (%i)', async (shown, maps, pins) => {
  await lookUp({ ...receipt, shown, incidentId: maps === 1 ? '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55' : null })
  expect(document.querySelectorAll('img[src^="/en/incidents/"][src$="/map"]')).toHaveLength(maps)
  expect(document.querySelectorAll('img + span svg')).toHaveLength(pins)
})

test('a code as it was written down is looked up once for a double press, and again after a lost answer', async () => {
  server.lose(getReceipt)
  await open()
  const noted = code
    .toLowerCase()
    .replace('0', 'O')
    .replace(/(.{5})/g, '$1-') // as it was read from paper
  await written.fill(noted)
  await look.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(written).toHaveValue(noted)
  const release = server.hold(getReceipt, receipt)
  await look.dblClick()
  await expect.element(look).toBeDisabled()
  release()
  await expect.element(heading('A reviewer is checking it')).toHaveFocus()
  expect(server.sent(getReceipt).map(({ body }) => body)).toEqual([{ code }, { code }])
})

test('a question is answered once; an empty or lost answer keeps the form as it is', async () => {
  await lookUp(getReceipt.examples.reply)
  const answer = page.getByLabelText('Your answer')
  const send = button(/^(Send answer|Sending)/)
  await send.click()
  await expect.element(answer).toHaveAccessibleDescription(/Please fill this in\./)
  server.lose(answerReceipt)
  await answer.fill('On the side towards town.')
  await send.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(answer).toHaveValue('On the side towards town.')
  const release = server.hold(answerReceipt, answerReceipt.examples.reply)
  await send.dblClick()
  await expect.element(send).toBeDisabled()
  release()
  await expect.element(heading('A reviewer is checking it')).toHaveFocus()
  await expect.element(answer).not.toBeInTheDocument()
  const body = { code, answer: 'On the side towards town.' }
  expect(server.sent(answerReceipt).map((each) => each.body)).toEqual([body, body])
})

test('a note is added once, also when its answer is lost, and the form is empty for the next', async () => {
  await lookUp()
  const note = page.getByLabelText(/^Note/)
  const add = button('Add to the report')
  await add.click()
  await expect.element(note).toHaveAccessibleDescription(/Type a plate or a note first\./)
  server.lose(addToReceipt)
  await note.fill('There were two of them.')
  await add.click()
  await expect.element(page.getByRole('alert').getByText(/Nothing is lost/)).toBeVisible()
  await expect.element(note).toHaveValue('There were two of them.')
  const release = server.hold(addToReceipt, { ...addToReceipt.examples.reply, ...receipt, additions: 1 })
  await add.dblClick()
  await expect.element(add).toBeDisabled()
  release()
  await expect.element(page.getByText('Reviewers see it beside your report. You have added 1 of 3.')).toBeVisible()
  await expect.element(note).toHaveValue('')
  const [first, second, ...more] = server.sent(addToReceipt).map(({ body }) => addToReceipt.body.parse(body))
  expect(second).toEqual(first)
  expect(more).toEqual([])
})

test('e-mails go to an address that is one, once, and can be stopped', async () => {
  await lookUp()
  await button('Email me about this report').click()
  const email = page.getByLabelText('Email address')
  await expect.element(email).toHaveFocus()
  const send = button(/^(Send me emails|Sending)/)
  await email.fill('amina')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription(/Enter an email address, for example/)
  await expect.element(email).toHaveValue('amina')
  await email.fill(' amina@example.com ')
  server.lose(mailReceipt)
  await send.click()
  await expect.element(page.getByRole('alert').getByText(/Nothing is lost/)).toBeVisible()
  const release = server.hold(mailReceipt, { ...receipt, isMailed: true })
  await send.dblClick()
  await expect.element(send).toBeDisabled()
  release()
  await expect.element(page.getByText(/^You get an email at amina@example\.com when/)).toHaveFocus()
  server.answer(mailReceipt, receipt)
  await button('Stop emails about this report').click()
  await expect.element(page.getByText('You won’t get any more emails about this report.')).toBeVisible()
  const sent = server.sent(mailReceipt).map(({ body }) => mailReceipt.body.parse(body).email)
  expect(sent).toEqual(['amina@example.com', 'amina@example.com', undefined])
})

test('a report is withdrawn after a question, once', async () => {
  await lookUp()
  await button('Withdraw report').click()
  await button('Keep report').click()
  await button('Withdraw report').click()
  const release = server.hold(withdrawReceipt, withdrawReceipt.examples.reply)
  const sure = page.getByRole('status').getByRole('button').first()
  await sure.dblClick()
  await expect.element(sure).toBeDisabled()
  release()
  await expect.element(heading('You withdrew it')).toHaveFocus()
  await expect.element(button('Add to the report')).not.toBeInTheDocument()
  expect(server.sent(withdrawReceipt)).toHaveLength(1)
})

/** Lets no shrunk photo be read until the returned function is called, as on a slow phone. */
function holdReading(): () => void {
  const held: (() => void)[] = []
  const read = FileReader.prototype.readAsDataURL
  const spy = vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader, file) {
    if (file.type === 'image/webp') held.push(() => read.call(this, file))
    else read.call(this, file) // the test's own upload
  })
  return () => {
    spy.mockRestore()
    for (const go of held) go()
  }
}

test('photos that did not arrive stay on the page and are sent again as the same ones; what is no picture is left out', async () => {
  server.lose(addPhotoToReceipt)
  await lookUp()
  const text = new File(['no picture'], 'notes.jpg', { type: 'image/jpeg' })
  const letRead = holdReading()
  await page.getByLabelText('Add a photo').upload([text, await cameraPhoto()])
  await expect.element(page.getByText(/^A picture could not be opened/)).toBeVisible()
  await expect.element(page.getByText('Sending 1 photo…')).toBeVisible()
  await expect.element(page.getByText('Photo not sent')).not.toBeInTheDocument()
  letRead()
  await expect.element(page.getByText('Photo not sent')).toBeVisible()
  server.answer(addPhotoToReceipt, {
    ...addPhotoToReceipt.examples.reply,
    ...receipt,
    photos: ['passed', 'passed', 'pending'],
  })
  await button('Send again').click()
  await expect.element(page.getByText('Photo received.')).toBeVisible()
  await expect.element(page.getByText(/^Photos: 3 of 3\./)).toBeVisible()
  await expect.element(page.getByLabelText('Add a photo')).not.toBeInTheDocument()
  const [first, second] = server.sent(addPhotoToReceipt).map(({ body }) => addPhotoToReceipt.body.parse(body))
  expect(second).toEqual(first)
  expect(atob(first?.picture ?? '').slice(8, 12)).toBe('WEBP') // encoded anew, without what the camera wrote in it
})
