import { expect, it, onTestFinished, vi } from 'vitest'
import { openBackground } from '../background.ts'
import { startMailServer } from '../test/mail-server.ts'
import { mailFailure, mailServer, sendLater } from './sending.ts'

it.each([
  ['451 later', 1, []],
  ['', 1, []],
  ['550 nobody', 0, ['A mail was not sent: EENVELOPE 550']],
])(
  'a mail that the server answers with "%s" (it hangs up without one) is taken %i times',
  async (first, times, told) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answers = [first]
    const { port, arrived, close } = await startMailServer(() => answers.shift() ?? '250 taken')
    onTestFinished(close)
    const log: string[] = []
    const background = openBackground(10, (error) => log.push(mailFailure(error)))
    const server = mailServer({ smtp: { host: '127.0.0.1', port, user: '', pass: '', from: 'salama@example.org' } })
    await sendLater(server, background, (line) => log.push(line)).send({
      to: 'amina@example.org',
      subject: 'Your code',
    })
    await background.settled()
    expect(arrived).toEqual([])
    vi.advanceTimersByTime(5_000)
    await background.settled()
    expect(arrived).toHaveLength(times)
    expect(log).toEqual(told)
  },
)

/** A driver that fails until it is told not to, and what it was asked to send and when. */
function sending(room: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = performance.now()
  const tries: number[] = []
  const log: string[] = []
  let takes = (): Promise<void> => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
  const driver = {
    send: () => {
      tries.push((performance.now() - startedAt) / 1000)
      return takes()
    },
  }
  const background = openBackground(room, (error) => log.push(mailFailure(error)))
  const { send } = sendLater(driver, background, (line) => log.push(line))
  const mail = () => send({ to: 'amina@example.org', subject: 'Your code' })
  const passes = async (seconds: number) => {
    await background.settled()
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    await background.settled()
  }
  const answerWith = (answer: typeof takes) => {
    takes = answer
  }
  return { mail, passes, tries, log, answerWith }
}

it('a mail is tried again ever more rarely, for five minutes', async () => {
  const { mail, passes, tries, log } = sending(10)
  await mail()
  await passes(1200)
  expect(tries).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
  expect(log).toEqual(['A mail was not sent: ECONNREFUSED'])
})

it('mails that wait for another try leave no room for further ones, until they are sent', async () => {
  const { mail, passes, tries, log, answerWith } = sending(2)
  for (let n = 0; n < 2; n++) await mail()
  await passes(1)
  await mail()
  expect(log).toEqual(['A mail was dropped: too many are waiting'])
  answerWith(() => Promise.resolve())
  await passes(5)
  expect(tries).toHaveLength(4)
  await mail()
  await passes(1)
  expect(tries).toHaveLength(5)
  expect(log).toHaveLength(1)
})

it('a mail that waited for five minutes behind others is not sent', async () => {
  const { mail, passes, tries, log, answerWith } = sending(10)
  const hanging = Promise.withResolvers<void>()
  answerWith(() => hanging.promise)
  for (let n = 0; n < 2; n++) await mail()
  await vi.advanceTimersByTimeAsync(301_000)
  hanging.resolve()
  await passes(0)
  expect(tries).toEqual([0])
  expect(log).toEqual(['A mail was not sent: it waited for too long'])
})
