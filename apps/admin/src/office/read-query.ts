import type { z } from 'zod'

type Asked = Record<string, string | string[] | undefined>

/**
 * What a page's address asks for, as the list behind it takes it. Fields of a form that were left empty are none, and what
 * the list does not know or cannot read (an old link, a mistyped date) is left out: a page shows something rather than
 * nothing.
 */
export function readQuery<S extends z.ZodObject>(schema: S, asked: Asked): z.output<S> {
  const given = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = [asked[name]].flat()[0]?.trim()
    return value !== undefined && value !== '' && field.safeParse(value).success ? [[name, value]] : []
  })
  return schema.parse(Object.fromEntries(given))
}
