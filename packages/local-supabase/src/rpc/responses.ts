import type { Identity } from '../database/rpc.ts'

// Responses to a call, as of PostgREST.

/** Those of lite: pages of any origin may call and read them. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied',
}

/** @param json the result of the function; null for SQL null */
export const resultResponse = (json: string | null) =>
  new Response(json ?? 'null', { headers: { ...HEADERS, 'content-range': '0-0/*' } })

/** The HTTP status of an SQLSTATE: https://docs.postgrest.org/en/v14/references/errors.html */
const STATUSES: [sqlState: RegExp, status: number][] = [
  [/^(08|53(?!400))/, 503],
  [/^(0L|0P|28)/, 403],
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  [/^(42883|42P01)$/, 404],
  [/^P0001$/, 400],
  [/^(09|25|2D|38|39|3B|40|42P17$|53|54|55|57|58|F0|HV|P0|PT|XX)/, 500],
]

/** Of PostgreSQL; a lost connection has none, or one of the operating system. */
type Failure = { code?: unknown; message?: unknown; detail?: unknown; hint?: unknown }

/** @param error what the database threw */
export function errorResponse(error: unknown, caller: Identity): Response {
  const { code, message, detail, hint }: Failure = Object(error)
  const sqlState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : 'XX000'
  const body = { code: sqlState, details: detail ?? null, hint: hint ?? null, message: String(message) }
  return Response.json(body, { status: statusOf(sqlState, caller.role === 'anon'), headers: HEADERS })
}

function statusOf(sqlState: string, isAnonymous: boolean): number {
  const [, raised] = /^PT([2-5]\d\d)$/.exec(sqlState) ?? []
  if (raised) return Number(raised)
  if (sqlState === '42501') return isAnonymous ? 401 : 403
  return STATUSES.find(([pattern]) => pattern.test(sqlState))?.[1] ?? 400
}
