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
