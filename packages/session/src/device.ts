import { createHmac, timingSafeEqual } from 'node:crypto'
import { registerDevice } from '@salama/domain/accounts'
import { limitClassOf } from '@salama/domain/shared'
import { type Handler, limitAddress } from '@salama/http'
import { cookieName, type ReadCookie, setCookieHeader } from './cookies.ts'
import { appEnv } from './env.ts'

// The device id of the browser, so that two accounts on one phone do not count as two witnesses. It names nobody, is
// created at the first write that needs one, and is signed, so that a forged value costs no database query.
//
// Race condition: two concurrent first writes from a new browser get two ids, and the browser keeps the later one. That
// is harmless: the earlier one is never used again, and a device id only ever counts against its owner (anyone can get
// a new one by clearing their cookies, so no rule may depend on it alone).

const MAX_AGE_S = 400 * 24 * 3600

const signature = (device: string) =>
  createHmac('sha256', appEnv().SESSION_SECRET)
    .update(`device\0${cookieName('device')}\0${device}`)
    .digest()

/** The value of a device cookie. */
export const signDevice = (device: string) => `${device}.${signature(device).toString('base64url')}`

/** The device of these cookies, if this app signed it. */
export function readDevice(read: ReadCookie): string | undefined {
  const [device = '', sent = ''] = read(cookieName('device'))?.split('.') ?? []
  const expected = signature(device)
  const given = Buffer.from(sent, 'base64url')
  return device !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

/** Requests whose handler needs a device, and the one created for it. */
const wanted = new WeakMap<Request, Slot>()
type Slot = { isForReport: boolean; made?: string }

/** The caller's device; a new one if the handler needs one and there is none. */
export async function deviceOf(request: Request, read: ReadCookie, requestId: string): Promise<string | undefined> {
  const slot = wanted.get(request)
  const device = readDevice(read)
  if (slot === undefined) return device
  // A device that was idle for long was purged and is inserted again: we signed it, so we issued it.
  if (device !== undefined) return registerDevice(requestId, device)
  await limitAddress(request, slot.isForReport ? 'report-devices' : 'devices')
  await limitAddress(request, slot.isForReport ? 'report-devices-daily' : 'devices-daily')
  slot.made = await registerDevice(requestId)
  return slot.made
}

/**
 * Wraps a handler of `route` that needs the device: `export const POST = withDevice(handlers.POST)`. The device is
 * created after the caller is authorized, and the response sets the cookie even if the input is rejected.
 */
export function withDevice(handler: Handler): Handler {
  const isForReport = handler.operation !== undefined && limitClassOf(handler.operation) === 'report'
  const wrapped: Handler = async (request, context) => {
    const slot: Slot = { isForReport }
    wanted.set(request, slot)
    const response = await handler(request, context)
    if (slot.made !== undefined)
      response.headers.append('set-cookie', setCookieHeader('device', signDevice(slot.made), MAX_AGE_S))
    return response
  }
  return Object.assign(wrapped, handler)
}
