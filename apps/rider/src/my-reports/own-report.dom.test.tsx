import { stopReportMails } from '@salama/domain/receipts/contract'
import { answerReport, mailOwnReport, withdrawReport } from '@salama/domain/reports/own-contract'
import { person, render, screen, waitFor } from '@salama/ui/testing/dom.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { OwnReportMails } from '@/report-mails/own-report-mails.tsx'
import { Unsubscribe } from '@/report-mails/unsubscribe.tsx'
import { App, riderServer } from '@/testing.ts'
import { Answer } from './answer.tsx'
import { Withdraw } from './withdraw.tsx'

// What somebody does with one of their reports on its card.

const { id } = answerReport.examples.params

let server: FakeServer
beforeEach(() => {
  server = riderServer()
})

function open(part: ReactNode) {
  let refreshed = 0
  const onRefresh = () => {
    refreshed += 1
  }
  render(
    <App path="/my-reports" onRefresh={onRefresh}>
      {part}
    </App>,
  )
  return () => refreshed
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('an answer is sent once, and only when it has words', async () => {
  const amina = person()
  const refreshed = open(<Answer id={id} asked="On which side?" answerBy={null} />)
  const box = screen.getByLabelText('Your answer')
  const send = button('Send answer')
  await amina.click(send)
  await waitFor(() => expect(box).toHaveAccessibleDescription(/Please fill this in\./))
  await amina.type(box, 'Towards town.')
  const release = server.hold(answerReport, answerReport.examples.reply)
  await amina.dblClick(send)
  await waitFor(() => expect(send).toBeDisabled())
  release()
  await waitFor(() => expect(refreshed()).toBe(1))
  expect(box).toHaveValue('')
  expect(server.sent(answerReport).map(({ body }) => body)).toEqual([{ answer: 'Towards town.' }])
})

test('an answer that is lost or not allowed any more stays, and leads to a sign-in that comes back', async () => {
  const amina = person()
  server.lose(answerReport)
  open(<Answer id={id} asked="On which side?" answerBy={null} />)
  const box = screen.getByLabelText('Your answer')
  await amina.type(box, 'Towards town.')
  await amina.click(button('Send answer'))
  expect(await screen.findByText(/Nothing is lost/)).toBeVisible()
  expect(box).toHaveValue('Towards town.')
  server.refuse(answerReport, 'token_expired', { status: 401 })
  await amina.click(button('Send answer'))
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/en/sign-in?callbackUrl=%2Fen%2Fmy-reports',
  )
  expect(box).toHaveValue('Towards town.')
})

test('e-mails about a report are turned on once for a double press, and off again', async () => {
  const amina = person()
  open(<OwnReportMails id={id} what="Crash at Koja" isMailed={false} />)
  server.lose(mailOwnReport)
  await amina.click(button('Email me about this report: Crash at Koja'))
  expect(await screen.findByRole('alert')).toBeVisible()
  const release = server.hold(mailOwnReport, { ...mailOwnReport.examples.reply, isMailed: true })
  await amina.dblClick(button('Email me about this report: Crash at Koja'))
  await waitFor(() => expect(screen.getByRole('button')).toBeDisabled())
  release()
  await screen.findByText(/^You get an email when a reviewer has decided/)
  expect(screen.queryByRole('alert')).toBeNull()
  server.answer(mailOwnReport, { ...mailOwnReport.examples.reply, isMailed: false })
  await amina.click(button('Stop emails about this report: Crash at Koja'))
  await screen.findByRole('button', { name: 'Email me about this report: Crash at Koja' })
  const isOn = server.sent(mailOwnReport).map(({ body }) => mailOwnReport.body.parse(body).isOn)
  expect(isOn).toEqual([true, true, false])
})

test('the link of an e-mail ends the mails after a press; one that is not whole says so', async () => {
  const amina = person()
  server.refuse(stopReportMails, 'invalid_request')
  open(<Unsubscribe />)
  expect(server.sent(stopReportMails)).toEqual([])
  await amina.click(button('Stop emails about this report'))
  await screen.findByText('This link is not complete. Open it from the email again.')
  const release = server.hold(stopReportMails, stopReportMails.examples.reply)
  await amina.dblClick(button('Stop emails about this report'))
  await waitFor(() => expect(button('Stop emails about this report')).toBeDisabled())
  release()
  await screen.findByText('You won’t get any more emails about this report.')
  expect(server.sent(stopReportMails)).toHaveLength(2)
})

test('a report is withdrawn after a question, once; one that is gone already counts as withdrawn', async () => {
  const amina = person()
  server.lose(withdrawReport)
  const refreshed = open(<Withdraw id={id} what="Crash at Koja" />)
  await amina.click(button('Withdraw report : Crash at Koja'))
  expect(await screen.findByText('Withdraw this report?')).toHaveFocus()
  await amina.click(button('Keep report'))
  await amina.click(button('Withdraw report : Crash at Koja'))
  await amina.click(button('Withdraw report'))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(refreshed()).toBe(0)
  let release = () => {}
  const gone = new Promise<void>((resolve) => {
    release = resolve
  })
  server.serve('delete', withdrawReport.path, () =>
    gone.then(() => Response.json({ code: 'not_found', status: 404 }, { status: 404 })),
  )
  await amina.dblClick(button('Withdraw report'))
  await waitFor(() => expect(button('Withdraw report')).toBeDisabled())
  release()
  await waitFor(() => expect(refreshed()).toBe(1))
  expect(server.sent(withdrawReport)).toHaveLength(2)
})
