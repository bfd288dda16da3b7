import { redactMessage } from '@salama/domain/redact-message'

/**
 * What @supabase/lite may print. It prints every error of the database before it answers, with a stack, the statement
 * and its parameters, and offers no hook for it. Two things are wrong with that: a refusal that our SQL meant (`app.fail`,
 * SQLSTATE PT400) is an answer and not a fault, and the parameters are what people wrote, which has no place in a log; so
 * are the values that PostgreSQL quotes in its messages.
 *
 * This stands in front of console.error and looks at every argument: refusals are dropped, other errors of the database,
 * and what was made of them, become one line without values. Everything else passes untouched.
 */
export function quietDatabaseErrors(): void {
  if (isQuiet) return
  isQuiet = true
  const print = console.error
  console.error = (...args: unknown[]) => {
    const said = args.map((each) => lineOf(each) ?? each)
    if (!said.includes(REFUSAL)) print(...said)
  }
}

let isQuiet = false

const REFUSAL = Symbol('a refusal on purpose')

/** What is printed of an error of the database; undefined of anything else. */
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
