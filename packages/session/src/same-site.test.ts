import { describe, expect, test } from 'vitest'
import { isSameSite } from './same-site.ts'

const LOCAL = 'http://localhost:3003'
const LIVE = 'https://learning.salama.test'
const from = (appUrl: string, headers: Record<string, string>, method = 'POST') =>
  isSameSite(new Request(`${appUrl}/api/report-incident`, { method, headers }), appUrl)

describe('accepts changes only from our own pages', () => {
  test.each([
    ['a page of the app', LOCAL, { 'sec-fetch-site': 'same-origin' }, true],
    ['an older browser on the app', LOCAL, { origin: 'http://localhost:3003' }, true],
    ['the machine’s other name', LOCAL, { origin: 'http://127.0.0.1:3003' }, true],
    [
      'the other name, as browsers tell it',
      LOCAL,
      { origin: 'http://127.0.0.1:3003', 'sec-fetch-site': 'cross-site' },
      true,
    ],
    ['the live app', LIVE, { origin: LIVE }, true],
    ['another app on this machine', LOCAL, { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' }, false],
    ['another port of the other name', LOCAL, { origin: 'http://127.0.0.1:3001' }, false],
    ['https instead of http', LOCAL, { origin: 'https://localhost:3003' }, false],
    ['a stranger’s page', LOCAL, { origin: 'https://eve.test', 'sec-fetch-site': 'cross-site' }, false],
    ['a name that begins like ours', LIVE, { origin: 'https://learning.salama.test.eve.test' }, false],
    ['a page of the same domain', LIVE, { origin: 'https://eve.salama.test', 'sec-fetch-site': 'same-site' }, false],
    ['localhost, for the live app', LIVE, { origin: 'http://localhost:3003' }, false],
    ['a sandboxed page', LOCAL, { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    ['the address bar', LOCAL, { 'sec-fetch-site': 'none' }, false],
    ['something that says nothing', LOCAL, {}, false],
    ['something with only a referrer', LOCAL, { referer: 'http://localhost:3003/en' }, false],
  ])('%s', (_, appUrl, headers, taken) => {
    expect(from(appUrl, headers)).toBe(taken)
  })

  test('checks the origin of every method but reads', () => {
    const foreign = { origin: 'https://eve.test', 'sec-fetch-site': 'cross-site' }
    expect(from(LOCAL, foreign, 'GET')).toBe(true)
    expect(from(LOCAL, foreign, 'HEAD')).toBe(true)
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(from(LOCAL, foreign, method)).toBe(false)
  })
})
