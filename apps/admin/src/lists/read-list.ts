import { DomainError } from '@salama/domain/shared'
import type { z } from 'zod'

type Asked = Record<string, string | string[] | undefined>

/** Why a filter was not applied: it could not be parsed, or the list rejected it. */
type WrongFilter = 'unreadable' | 'refused'

/** The query of a page as typed, and its list; null when a filter is invalid. */
export type ReadList<T> = {
  typed: Readonly<Record<string, string>>
  wrong: Readonly<Record<string, WrongFilter>>
  list: T | null
}

/**
 * Reads a list from a page's query. Empty fields and defaults are no filter, unknown parameters are ignored. With an
 * invalid filter (an old link, a mistyped day), which is kept and marked, no list is returned: an unfiltered one would
 * look like the result.
 * @throws {DomainError} any failure of `read` that no filter caused
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

/** Whether any filter is active; a cursor does not count. */
export const isNarrowed = ({ typed }: Pick<ReadList<unknown>, 'typed'>) =>
  Object.keys(typed).some((name) => name !== 'cursor')
