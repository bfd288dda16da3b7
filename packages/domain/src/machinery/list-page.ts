import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Caller } from '../shared/caller.ts'
import { DomainError } from '../shared/errors.ts'
import { FIELD_PROBLEMS } from '../shared/field-problems.ts'
import { callRpc } from './call-rpc.ts'
import { cursorSecret } from './env.ts'
import type { RpcArgs, RpcName } from './rpc-args.ts'

// A cursor holds the sort keys of the last row of a page, signed together with the list's conditions. It is opaque and
// authenticated: one that was edited, or belongs to another list, place or filter, is rejected, because it would page
// in an untested order or skip rows silently. It is not encrypted, so the cursor of a row that hides its exact time or
// place must not contain them (see `coarse` in the incident feed).

const TAG_BYTES = 16

/** What a cursor is bound to: the operation's name, and its conditions apart from the page. */
export type CursorOf = { list: string; conditions: Record<string, unknown> }

/** JSON contains no NUL, so NUL separates them unambiguously. Without conditions it is bound to the list only. */
const tag = ({ list, conditions }: CursorOf, payload: string) => {
  const asked = Object.entries(conditions)
    .filter(([, value]) => value !== undefined)
    .map((condition) => JSON.stringify(condition))
    .toSorted()
  return createHmac('sha256', cursorSecret())
    .update(['cursor', list, ...asked, payload].join('\0'))
    .digest()
    .subarray(0, TAG_BYTES)
}

/** Encodes the keyset of a list's last row. Null, the end of the list, stays null. */
export function encodeCursor(of: CursorOf, keyset: unknown): string | null {
  if (keyset === null || keyset === undefined) return null
  const payload = JSON.stringify(keyset)
  return Buffer.concat([tag(of, payload), Buffer.from(payload)]).toString('base64url')
}

/**
 * Decodes a cursor that `encodeCursor` made for the same list under the same conditions.
 * @throws {DomainError} `invalid_request` when it is of another list or was changed
 */
export function decodeCursor(of: CursorOf, cursor: string | undefined): unknown {
  if (cursor === undefined) return null
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(TAG_BYTES).toString()
  // Decoding ignores invalid base64url characters; a cursor that does not encode back to itself was changed.
  const isWhole = bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor
  if (!isWhole || !timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag(of, payload)))
    throw new DomainError('invalid_request', {
      errors: [{ path: 'cursor', code: 'invalid_cursor', message: FIELD_PROBLEMS.invalid_cursor }],
    })
  return JSON.parse(payload)
}

/** A page from SQL: `next` is the keyset of the last row, or null. The rows are validated with the reply. */
const SqlPage = z.looseObject({ data: z.array(z.unknown()), next: z.json() })

/**
 * One page of a list: calls a SQL function that takes `p_limit` and `p_after`, whose keyset becomes the reply's opaque
 * cursor, good only for this `list` (the operation's name) under these conditions (`args`).
 * @throws {DomainError} `invalid_request` for another list's cursor; what the function raises
 */
export async function listPage(
  caller: Caller,
  list: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
  fn: RpcName,
  args: Record<string, unknown>,
) {
  const of = { list, conditions: args }
  const after = { p_limit: page.limit, p_after: decodeCursor(of, page.cursor) ?? undefined }
  const found = await callRpc(caller, fn, { ...args, ...after } as RpcArgs<RpcName>) // checked by `FitsRpc`
  const { next, ...reply } = SqlPage.parse(found)
  return { ...reply, page: { nextCursor: encodeCursor(of, next) } }
}
