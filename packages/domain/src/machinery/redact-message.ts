/** What may be logged of a PostgreSQL message, which quotes rejected values; in classes 23 and 42 only names. */
export const redactMessage = (code: string, message: string) =>
  /^(23|42)/.test(code) ? message : message.replace(/"[^"]*"?/g, '"…"')
