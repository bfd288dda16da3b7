import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../shared/errors.ts'
import { env } from './env.ts'

// Cursors are the sort keys of the last row shown, signed. Opaque and authenticated: a client that edits one, or sends
// one of another list, is told so, instead of walking a list in an order that nobody tested. They are readable, so a row
// that hides its exact time or place must not be given one that holds it (see `coarse` in the incident feed).

const TAG_BYTES = 16

const tag = (list: string, payload: string) =>
  createHmac('sha256', env().SUPABASE_SECRET_KEY).update(`cursor\0${list}\0${payload}`).digest().subarray(0, TAG_BYTES)

/** Packs the keyset of a list's last row; `list` is the operation's name. Null stays null: the end. */
export function encodeCursor(list: string, keyset: unknown): string | null {
  if (keyset === null || keyset === undefined) return null
  const payload = JSON.stringify(keyset)
  return Buffer.concat([tag(list, payload), Buffer.from(payload)]).toString('base64url')
}

/**
 * Unpacks a cursor that `encodeCursor` made for the same list.
 *
 * @throws {DomainError} `invalid_request` when it was made elsewhere or changed on the way
 */
export function decodeCursor(list: string, cursor: string | undefined): unknown {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(TAG_BYTES).toString()
  // Decoding overlooks what is not base64url; what does not come out as it went in was changed on the way.
  const isWhole = bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor
  if (!isWhole || !timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag(list, payload)))
    throw new DomainError('invalid_request', {
      errors: [{ path: 'cursor', code: 'invalid_cursor', message: 'Not a cursor of this list.' }],
    })
  return JSON.parse(payload)
}
