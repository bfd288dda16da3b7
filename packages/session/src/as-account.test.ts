import { reportIncident } from '@salama/domain/reports'
import type { Handler } from '@salama/http'
import { ACCOUNT_HEADER } from '@salama/http/call'
import { expect, test } from 'vitest'
import { accountKey, withAccount } from './as-account.ts'
import { appCaller } from './caller.ts'
import { cookieName } from './cookies.ts'
import { signDevice } from './device.ts'
import { markEnded } from './known-sessions.ts'
import { nowS, type Session } from './session-cookie.ts'
import { cookieOf } from './testing/cookie-of.ts'

const amina: Session = {
  sub: 'a0000000-0000-4000-8000-000000000001',
  email: 'amina@salama.test',
  accessToken: 'access',
  refreshToken: 'refresh',
  expiresAt: nowS() + 3600,
}
const eve: Session = { ...amina, sub: 'e0000000-0000-4000-8000-000000000001', email: 'eve@salama.test' }

/** Says for whom it was reached, and what was sent. */
const seen: Handler = async (request) => {
  const caller = await appCaller(request, reportIncident.operation, 'r')
  return Response.json({
    kind: caller.kind,
    subject: 'subject' in caller ? caller.subject : null,
    body: await request.text(),
  })
}

async function send(as: Session | null, meant: string | null) {
  const cookie = `${cookieName('device')}=${signDevice('d')}; ${as ? await cookieOf(as) : 'x=1'}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin', ...(meant !== null && { [ACCOUNT_HEADER]: meant }) }
  const request = new Request('http://localhost:3003/api/x', { method: 'POST', headers, body: 'what I saw' })
  const response = await withAccount(seen)(request, { params: Promise.resolve({}) })
  return { status: response.status, body: await response.json() }
}

const mark = accountKey('amina@salama.test')

test('what was written in an account is taken in its name', async () => {
  expect(await send(amina, mark)).toMatchObject({
    status: 200,
    body: { subject: amina.sub, body: 'what I saw' },
  })
})

test('what Amina wrote is not taken in Eve’s name, nor in nobody’s', async () => {
  expect(await send(eve, mark)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await send(null, mark)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('what was written in an account that was deleted meanwhile is not taken as the phone’s', async () => {
  markEnded('access-deleted')
  const deleted = { ...amina, accessToken: 'access-deleted' }
  expect(await send(deleted, mark)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('while a token cannot be renewed it waits', async () => {
  expect(await send({ ...amina, expiresAt: nowS() - 1 }, mark)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
})

test('what was written without an account is never taken in the name of one, and comes from the same phone', async () => {
  const reply = await send(eve, 'none')
  expect(reply).toMatchObject({ status: 200, body: { kind: 'device', subject: null, body: 'what I saw' } })
})

test('a request that says nothing of it is served as it comes', async () => {
  expect(await send(eve, null)).toMatchObject({ status: 200, body: { subject: eve.sub } })
})

test('a mark names nobody, and is another for everybody', () => {
  expect(mark).toMatch(/^[\w-]{22}$/)
  expect(accountKey('eve@salama.test')).not.toBe(mark)
})
