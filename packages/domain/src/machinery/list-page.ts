import { z } from 'zod'
import { callRpc } from './call-rpc.ts'
import type { Caller } from './caller.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { RpcArgs, RpcName } from './rpc-args.ts'

/** A page from SQL: `next` is the keyset of the last row, or null. The rows are validated with the reply. */
const SqlPage = z.looseObject({ data: z.array(z.unknown()), next: z.json() })

/**
 * One page of a list: calls a SQL function that takes `p_limit` and `p_after` and turns its keyset into the opaque
 * cursor of the reply. `list` is the operation's name, `args` are its conditions: a cursor is rejected by every other
 * list, and by the same one under other conditions.
 *
 * @throws {DomainError} `invalid_request` for a cursor not made for this list and conditions; what the function raises
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
