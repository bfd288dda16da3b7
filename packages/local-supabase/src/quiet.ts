import { redactMessage } from '@salama/domain/redact-message'

/**
 * Filters the log of @supabase/lite. It prints every database error before it responds, with a stack, the statement and
 * its parameters, and has no hook for it. But an error that our SQL raises on purpose (`app.fail`, SQLSTATE PT400) is a
 * response and not a fault, and the parameters are user input, which does not belong in a log; nor do the values that
 * PostgreSQL quotes in its messages.
 *
 * This wraps console.error and checks every argument: errors raised on purpose are dropped, other database errors, and
 * errors that wrap them, become one line without values. Everything else passes unchanged.
 */
export function quietDatabaseErrors(): void {
  if (isQuiet) return
  isQuiet = true
  const print = console.error
  console.error = (...args: unknown[]) => {
    const lines = args.map((each) => lineOf(each) ?? each)
    if (!lines.includes(REFUSAL)) print(...lines)
  }
}

let isQuiet = false

const REFUSAL = Symbol('a refusal on purpose')

/** What is printed of a database error; undefined for anything else. */
function lineOf(value: unknown): string | typeof REFUSAL | undefined {
  if (!(value instanceof Error)) return undefined
  if (!('code' in value && 'severity' in value)) {
    const cause = lineOf(value.cause)
    return typeof cause === 'string' ? `${value.name}: ${cause}` : cause
  }
  const code = String(value.code)
  if (code === 'PT400') return REFUSAL
  const query = 'query' in value ? withoutLiterals(String(value.query)).replace(/\s+/g, ' ') : 'unknown'
  return `PostgreSQL ${code}: ${redactMessage(code, value.message)}; in: ${query}`
}

const withoutLiterals = (sql: string) => sql.replace(/'(?:[^']|'')*'/g, "'…'")
