import pg from 'pg'
import type { Queryable } from './database.ts'
import type { Column, Statement } from './pipeline.ts'

// A call of a function of schema api, as PostgREST makes it: the role and the claims are set for this transaction only,
// the arguments are read from one JSON object, and a function that is not volatile runs in a read-only transaction.
//
// The role is set by a statement of its own, because PostgreSQL checks the right to execute the function before it
// evaluates anything of the statement that calls it.

/** The caller: a role of the database, and the claims of the token as JSON. */
export type Identity = { role: string; claims: string }

export type Signature = {
  /** Quoted, with its schema. */
  name: string
  arguments: { name: string; type: string; isRequired: boolean }[]
  isVolatile: boolean
  /** Returns one json or jsonb. All our functions do. */
  returnsJson: boolean
}

/** Finds the functions of that name. Run as the owner, before the role changes. */
export const signatureQuery = (name: string): Statement => ({
  text: `select json_build_object('name', format('api.%I', p.proname), 'isVolatile', p.provolatile = 'v', 'arguments', a.list,
                'returnsJson', p.prorettype in ('json'::regtype, 'jsonb'::regtype) and not p.proretset
                               and p.provariadic = 0 and p.proargmodes is null)::text as signature
           from pg_proc p,
                lateral (select coalesce(json_agg(json_build_object(
                                  'name', p.proargnames[i], 'type', format_type(t, null),
                                  'isRequired', i <= p.pronargs - p.pronargdefaults) order by i), '[]') as list
                           from unnest(p.proargtypes) with ordinality as u(t, i)) a
          where p.pronamespace = 'api'::regnamespace and p.proname = $1 and p.prokind = 'f'`,
  values: [name],
  role: '',
})

/** The signature in the result of signatureQuery; undefined unless exactly one function has the name. */
export function signatureOf(found: Column): Signature | undefined {
  const [only] = found
  return found.length === 1 && only ? (JSON.parse(only) as Signature) : undefined // built by signatureQuery
}

/** Whether it takes all these arguments, and needs no others. */
export const accepts = (signature: Signature, given: string[]): boolean =>
  given.every((name) => signature.arguments.some((each) => each.name === name)) &&
  signature.arguments.every((each) => !each.isRequired || given.includes(each.name))

/**
 * The two statements of a call; the second returns the result as JSON text, null for SQL null.
 *
 * @param args a JSON object with the arguments `given`, which the signature accepts
 */
export function callStatements(signature: Signature, caller: Identity, given: string[], args: string): Statement[] {
  const readOnly = signature.isVolatile ? '' : `set_config('transaction_read_only', 'on', true), `
  const settings = `select ${readOnly}set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`
  return [
    { text: settings, values: [caller.claims, caller.role], role: '' },
    { ...callStatement(signature, given, args), role: caller.role },
  ]
}

function callStatement({ name, arguments: all }: Signature, given: string[], args: string): Omit<Statement, 'role'> {
  if (given.length === 0) return { text: `select to_json(called)::text as result from ${name}() as called`, values: [] }
  const used = all
    .filter((each) => given.includes(each.name))
    .map(({ name, type }) => ({ quoted: pg.escapeIdentifier(name), type }))
  const columns = used.map(({ quoted, type }) => `${quoted} ${type}`)
  const passed = used.map(({ quoted }) => `${quoted} => args.${quoted}`)
  return {
    text: `select to_json(called)::text as result
             from json_to_record($1::text::json) as args(${columns.join(', ')}),
                  lateral ${name}(${passed.join(', ')}) as called`,
    values: [args],
  }
}

/**
 * An error raised in SQL. `slug` and `detail` are those of app.fail; any other error has only the SQLSTATE, in `code`.
 */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: string
  readonly slug: string | undefined
  readonly detail: unknown
  constructor(cause: Error, code: string, detail: string) {
    super(cause.message, { cause })
    this.code = code
    this.slug = code === 'PT400' ? cause.message : undefined
    this.detail = code === 'PT400' && detail !== '' ? JSON.parse(detail) : undefined
  }
}

/**
 * Calls a function in a transaction of the caller.
 *
 * @throws {RpcError} the function failed
 */
export async function callAs(
  tx: Queryable,
  claims: Record<string, unknown>,
  name: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const given = Object.keys(args)
  const run = ({ text, values }: Statement) => tx.query<Record<string, string | null>>(text, values)
  const found = await run(signatureQuery(name))
  const signature = signatureOf(found.map((row) => row.signature ?? null))
  if (!signature || !accepts(signature, given)) throw new Error(`There is no function api.${name}(${given.join(', ')})`)
  const caller = { role: String(claims.role), claims: JSON.stringify(claims) }
  try {
    let rows: Record<string, string | null>[] = []
    for (const statement of callStatements(signature, caller, given, JSON.stringify(args))) rows = await run(statement)
    const result = rows[0]?.result ?? null
    return result === null ? null : JSON.parse(result)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new RpcError(error, String(error.code), 'detail' in error ? String(error.detail ?? '') : '')
  }
}
