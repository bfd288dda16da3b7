import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nodeCommand, start } from '../../packages/processes/src/processes.mjs'
import { makeSecrets } from '../../packages/processes/src/secrets.mjs'
import { serverToken } from '../../packages/processes/src/server-token.mjs'
import { PATIENT } from '../../packages/processes/src/test/alive.ts'
import { keepRenewing } from './renewing.mjs'

const secrets = makeSecrets()
const endOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a server always has a token that lasts for half an hour more', () => {
  let token = serverToken('rider', secrets)
  const first = token
  keepRenewing(
    () => serverToken('rider', secrets),
    (renewed) => {
      token = renewed
    },
  )
  for (let minute = 0; minute < 180; minute++) {
    vi.advanceTimersByTime(60_000)
    expect(endOf(token) - Date.now()).toBeGreaterThan(30 * 60_000)
  }
  expect(token).not.toBe(first)
})

test('a server whose machine slept has a new one within a second', () => {
  const give = vi.fn()
  keepRenewing(() => serverToken('rider', secrets), give)
  vi.setSystemTime(Date.now() + 8 * 3600_000)
  vi.advanceTimersByTime(1_000)
  expect(give).toHaveBeenCalledOnce()
})

test('a running process takes the new token in place of its first', async () => {
  vi.useRealTimers()
  const script = `setInterval(() => console.log(process.env.SERVER_TOKEN), 20)`
  const running = start({
    name: 'server',
    command: nodeCommand(['--input-type=module', '--eval', script]),
    env: { SERVER_TOKEN: 'the first' },
    isAsked: true,
  })
  await vi.waitFor(() => expect(running.lastLines().at(-1)).toBe('the first'), PATIENT)
  running.renew('the second')
  await vi.waitFor(() => expect(running.lastLines().at(-1)).toBe('the second'), PATIENT)
  await running.stop()
})
