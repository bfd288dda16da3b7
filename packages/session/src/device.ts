import { createHmac, timingSafeEqual } from 'node:crypto'
import { registerDevice } from '@salama/domain/accounts'
import { type Handler, limitAddress } from '@salama/http'
import { cookieName, type ReadCookie, setCookieHeader } from './cookies.ts'
import { appEnv } from './env.ts'

// A mark of the browser, so that two accounts on one phone are not taken for two witnesses. It names nobody, is made at
// the first write that wants one, and is signed, so that a made-up value costs no question to the database.
//
// Two first writes at the same moment from a new browser get two marks, and the browser keeps the later one. That is
// harmless: the earlier is a row that nobody will ever present again, and a mark only ever counts in its owner's
// disfavour (whoever wants a new one need only clear their cookies, so no rule may rest on it alone).

const MAX_AGE_S = 400 * 24 * 3600

const signature = (device: string) =>
  createHmac('sha256', appEnv().SESSION_SECRET)
    .update(`device\0${cookieName('device')}\0${device}`)
    .digest()

/** The value of a device cookie. */
export const signDevice = (device: string) => `${device}.${signature(device).toString('base64url')}`

/** The device that these cookies name, if they name one that this app has signed. */
export function readDevice(read: ReadCookie): string | undefined {
  const [device = '', sent = ''] = read(cookieName('device'))?.split('.') ?? []
  const expected = signature(device)
  const given = Buffer.from(sent, 'base64url')
  return device !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

/** Requests whose handler wants a device, and the one that was made for it. */
const wanted = new WeakMap<Request, { made?: string }>()

/** The caller's device; a new one if the handler wants one and there is none. */
export async function deviceOf(request: Request, read: ReadCookie, requestId: string): Promise<string | undefined> {
  const slot = wanted.get(request)
  const device = readDevice(read)
  if (slot === undefined) return device
  // One that has long been idle was forgotten, and is remembered again: we signed it, so we gave it out.
  if (device !== undefined) return registerDevice(requestId, device)
  await limitAddress(request, 'devices')
  await limitAddress(request, 'devices-daily')
  slot.made = await registerDevice(requestId)
  return slot.made
}

/**
 * Wraps a handler of `route` that wants to know the device: `export const POST = withDevice(handlers.POST)`. The device
 * is made after the caller has been let in, and the answer, even a refusal of the input, brings the cookie.
 */
export function withDevice(handler: Handler): Handler {
  const wrapped: Handler = async (request, context) => {
    const slot: { made?: string } = {}
    wanted.set(request, slot)
    const response = await handler(request, context)
    if (slot.made !== undefined)
      response.headers.append('set-cookie', setCookieHeader('device', signDevice(slot.made), MAX_AGE_S))
    return response
  }
  return Object.assign(wrapped, handler)
}
