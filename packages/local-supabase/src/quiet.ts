/**
 * What @supabase/lite may print. It prints every error of the database before it answers, with a stack, the statement
 * and its parameters, and offers no hook for it. Two things are wrong with that: a refusal that our SQL meant (`app.fail`,
 * SQLSTATE PT400) is an answer and not a fault, and the parameters are what people wrote, which has no place in a log.
 *
 * This stands in front of console.error for exactly that call, one argument that is a PostgreSQL error: refusals are
 * dropped, all others become one line without the parameters. Everything else passes untouched.
 */
export function quietDatabaseErrors(): void {
  if (isQuiet) return
  isQuiet = true
  const print = console.error
  console.error = (...args: unknown[]) => {
    const fault = args.length === 1 ? databaseFault(args[0]) : undefined
    if (!fault) print(...args)
    else if (fault.code !== 'PT400') print(`PostgreSQL ${fault.code}: ${fault.message}; in: ${fault.query}`)
  }
}

let isQuiet = false

function databaseFault(value: unknown): { code: string; message: string; query: string } | undefined {
  if (!(value instanceof Error) || !('code' in value) || !('severity' in value)) return undefined
  const query = 'query' in value ? String(value.query).replace(/\s+/g, ' ') : 'unknown'
  return { code: String(value.code), message: value.message, query }
}
