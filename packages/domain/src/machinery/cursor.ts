import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../shared/errors.ts'
import { FIELD_PROBLEMS } from '../shared/field-problems.ts'
import { env } from './env.ts'

// Cursors are the sort keys of the last row shown, signed together with what was asked for. Opaque and authenticated: a
// client that edits one, or sends one of another list, or of this list from another place or under other conditions, is
// told so, instead of walking a list in an order that nobody tested, or one that silently leaves rows out. They are
// readable, so a row that hides its exact time or place must not be given one that holds it (see `coarse` in the incident
// feed).

const TAG_BYTES = 16

/** What a cursor is of: the operation's name, and what was asked for beside the page. */
export type CursorOf = { list: string; conditions: Record<string, unknown> }

/** JSON holds no NUL, so no condition can pass for the end of another. Without conditions a cursor is its list's alone. */
const tag = ({ list, conditions }: CursorOf, payload: string) => {
  const asked = Object.entries(conditions)
    .filter(([, value]) => value !== undefined)
    .map((condition) => JSON.stringify(condition))
    .toSorted()
  return createHmac('sha256', env().SUPABASE_SECRET_KEY)
    .update(['cursor', list, ...asked, payload].join('\0'))
    .digest()
    .subarray(0, TAG_BYTES)
}

/** Packs the keyset of a list's last row. Null stays null: the end. */
export function encodeCursor(of: CursorOf, keyset: unknown): string | null {
  if (keyset === null || keyset === undefined) return null
  const payload = JSON.stringify(keyset)
  return Buffer.concat([tag(of, payload), Buffer.from(payload)]).toString('base64url')
}

/**
 * Unpacks a cursor that `encodeCursor` made for the same list under the same conditions.
 *
 * @throws {DomainError} `invalid_request` when it was made elsewhere or changed on the way
 */
export function decodeCursor(of: CursorOf, cursor: string | undefined): unknown {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(TAG_BYTES).toString()
  // Decoding overlooks what is not base64url; what does not come out as it went in was changed on the way.
  const isWhole = bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor
  if (!isWhole || !timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag(of, payload)))
    throw new DomainError('invalid_request', {
      errors: [{ path: 'cursor', code: 'invalid_cursor', message: FIELD_PROBLEMS.invalid_cursor }],
    })
  return JSON.parse(payload)
}
