/**
 * What may be logged of a message of PostgreSQL. It quotes what it could not take, and that may be what somebody wrote;
 * in the classes 23 and 42 it quotes only tables, columns and constraints.
 */
export const redactMessage = (code: string, message: string) =>
  /^(23|42)/.test(code) ? message : message.replace(/"[^"]*"?/g, '"…"')
