import type { Queryable } from './database.ts'

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
 * Calls a function of schema api as PostgREST does: the role and the claims are set for this transaction only, the
 * arguments are read from one JSON object, and a function that is not volatile runs in a read-only transaction.
 */
export async function callAs(
  tx: Queryable,
  claims: Record<string, unknown>,
  name: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const signature = await findFunction(tx, name, Object.keys(args))
  if (!signature.is_volatile) await tx.exec('set local transaction_read_only = on')
  await tx.query(`select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`, [
    JSON.stringify(claims),
    String(claims.role),
  ])
  try {
    const rows = await tx.query<{ result: unknown }>(callOf(signature, Object.keys(args)), [JSON.stringify(args)])
    return signature.is_set ? rows.map((row) => row.result) : (rows[0]?.result ?? null)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw new RpcError(error, String(error.code), 'detail' in error ? String(error.detail ?? '') : '')
  }
}

type Signature = {
  name: string
  names: string[]
  types: string[]
  is_volatile: boolean
  is_set: boolean
  is_void: boolean
}

/** The function of that name which takes all these arguments; looked up as the owner, before the role changes. */
async function findFunction(tx: Queryable, name: string, given: string[]): Promise<Signature> {
  const found = await tx.query<Signature>(
    `select p.oid::regproc::text as name, coalesce(p.proargnames, '{}')::text[] as names,
            array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a(t, i) order by i) as types,
            p.provolatile = 'v' as is_volatile, p.proretset as is_set, p.prorettype = 'void'::regtype as is_void
       from pg_proc p where p.pronamespace = 'api'::regnamespace and p.proname = $1`,
    [name],
  )
  const match = found.find((each) =>
    given.every((argument) => each.names.slice(0, each.types.length).includes(argument)),
  )
  if (!match) throw new Error(`There is no function api.${name}(${given.join(', ')})`)
  return match
}

function callOf({ name, names, types, is_void }: Signature, given: string[]): string {
  const result = is_void ? 'null' : 'to_jsonb(called)'
  if (given.length === 0) return `select ${result} as result from ${name}() as called where $1::text is not null`
  const columns = given.map((argument) => `"${argument}" ${types[names.indexOf(argument)]}`)
  const passed = given.map((argument) => `"${argument}" => args."${argument}"`)
  return `select ${result} as result
            from json_to_record($1::text::json) as args(${columns.join(', ')}),
                 lateral ${name}(${passed.join(', ')}) as called`
}
