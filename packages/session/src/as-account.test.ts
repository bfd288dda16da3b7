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

/** Returns the caller and the body that reached the handler. */
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

test('accepts an item in the name of the account that wrote it', async () => {
  expect(await send(amina, mark)).toMatchObject({
    status: 200,
    body: { subject: amina.sub, body: 'what I saw' },
  })
})

test('rejects an item of another account, and of no account', async () => {
  expect(await send(eve, mark)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await send(null, mark)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('rejects an item of an account that was deleted meanwhile', async () => {
  markEnded('access-deleted')
  const deleted = { ...amina, accessToken: 'access-deleted' }
  expect(await send(deleted, mark)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('asks to retry while a token cannot be renewed', async () => {
  expect(await send({ ...amina, expiresAt: nowS() - 1 }, mark)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
})

test('accepts an item written without an account only as the same device', async () => {
  const reply = await send(eve, 'none')
  expect(reply).toMatchObject({ status: 200, body: { kind: 'device', subject: null, body: 'what I saw' } })
})

test('serves a request without the account header', async () => {
  expect(await send(eve, null)).toMatchObject({ status: 200, body: { subject: eve.sub } })
})

test('derives an account key that identifies nobody and is unique', () => {
  expect(mark).toMatch(/^[\w-]{22}$/)
  expect(accountKey('eve@salama.test')).not.toBe(mark)
})
