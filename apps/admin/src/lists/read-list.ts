import { DomainError } from '@salama/domain/shared'
import type { z } from 'zod'

type Asked = Record<string, string | string[] | undefined>

/** Why a filter was not heard: it is nothing that the list knows, or it was read and refused. */
export type WrongFilter = 'unreadable' | 'refused'

/** What a page's address asks for, as it was typed, and the list that it gives; null where a filter is wrong. */
export type ReadList<T> = {
  typed: Readonly<Record<string, string>>
  wrong: Readonly<Record<string, WrongFilter>>
  list: T | null
}

/**
 * A list as a page's address asks for it. Fields of a form that were left empty, or say what holds anyway, are none, and what
 * the list does not know is left out. What it knows and cannot read (an old link, a mistyped day), or refuses, is kept and named, and nothing is
 * listed: a list without that filter would look like the answer to it.
 *
 * @throws {DomainError} whatever `read` fails with that is no fault of a filter
 */
export async function readList<S extends z.ZodObject, T>(
  schema: S,
  asked: Asked,
  read: (query: z.output<S>) => Promise<T>,
): Promise<ReadList<T>> {
  const typed: Record<string, string> = {}
  const wrong: Record<string, WrongFilter> = {}
  const standing: Record<string, unknown> = schema.safeParse({}).data ?? {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = [asked[name]].flat()[0]?.trim()
    if (name === 'limit' || value === undefined || value === '' || value === standing[name]) continue
    typed[name] = value
    if (!field.safeParse(value).success) wrong[name] = 'unreadable'
  }
  if (Object.keys(wrong).length > 0) return { typed, wrong, list: null }
  try {
    return { typed, wrong, list: await read(schema.parse(typed)) }
  } catch (error) {
    const refused = error instanceof DomainError ? (error.detail.errors ?? []).map(({ path }) => path) : []
    const named = refused.filter((path) => path !== 'cursor' && path in typed)
    if (named.length === 0) throw error
    return { typed, wrong: Object.fromEntries(named.map((path) => [path, 'refused' as const])), list: null }
  }
}

/** Whether a list is narrowed at all: to read on is not to narrow. */
export const isNarrowed = ({ typed }: Pick<ReadList<unknown>, 'typed'>) =>
  Object.keys(typed).some((name) => name !== 'cursor')
