/**
 * The part of a PostgreSQL message that may be logged. A message quotes rejected values, which may be user content; in
 * the classes 23 and 42 it quotes only tables, columns and constraints.
 */
export const redactMessage = (code: string, message: string) =>
  /^(23|42)/.test(code) ? message : message.replace(/"[^"]*"?/g, '"…"')
