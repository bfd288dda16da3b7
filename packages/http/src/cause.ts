import { ZodError } from 'zod'

/**
 * Why something failed, for the log: kinds, positions and messages, never a value. Messages quote invalid input, so
 * quoted text is redacted, and what looks like an e-mail address, a token or a coordinate.
 */
export function causeOf(cause: unknown): unknown {
  if (cause instanceof ZodError) {
    const issues = cause.issues.map(({ path, code }) => `${path.map(placeOf).join('.')}: ${code}`)
    return { name: 'ZodError', issues, stack: framesOf(cause) }
  }
  if (!(cause instanceof Error)) return typeof cause
  const inner = cause.cause === undefined ? {} : { cause: causeOf(cause.cause) }
  return { name: cause.name, message: withoutValues(cause.message), stack: framesOf(cause), ...inner }
}

/** Field names are ours; keys of a record may be user input. */
const placeOf = (key: PropertyKey) => (/^[a-z][a-zA-Z]{0,40}$|^\d+$/.test(String(key)) ? String(key) : '…')

const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')

const VALUES = /"[^"]*"?|'[^']*'?|`[^`]*`?|[^\s,;()]*@[^\s,;()]*|-?\d+\.\d+|[\w.~+/=-]{24,}|\b[A-Z]{3} ?\d{3}[A-Z]\b/g

const withoutValues = (message: string) => message.replace(VALUES, '…')
