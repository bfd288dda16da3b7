import { ApiError, type Problem } from './errors.ts'
import type { paths } from './generated/api.ts'
import type { Client } from './index.ts'

type Page<T> = { data: T[]; page: { nextCursor: string | null } }

type Reply<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer R } } } }
}
  ? R
  : never

/** The lists that end. */
export type ListPath = {
  [P in keyof paths]: Reply<P> extends { data: unknown[]; page: { nextCursor: infer C } }
    ? null extends C
      ? P
      : never
    : never
}[keyof paths]

type Item<P extends ListPath> = Reply<P> extends { data: (infer T)[] } ? T : never
type Params<P extends ListPath> = paths[P] extends { get: { parameters: infer Q } } ? Q : never
type Signal = { signal?: AbortSignal }
/** The parameters can be left out where none is required. */
type Init<P extends ListPath> =
  Partial<Params<P>> extends Params<P>
    ? [init?: { params?: Params<P> } & Signal]
    : [init: { params: Params<P> } & Signal]

/**
 * All items of a list, one page after the other, each fetched when it is needed.
 *
 * @throws {ApiError}
 */
export async function* list<P extends ListPath>(
  api: Client,
  path: P,
  ...[init]: Init<P>
): AsyncGenerator<Item<P>, void, undefined> {
  // What GET and its parameters are of any one list; that they are so of every P the compiler cannot conclude.
  const get = api.GET as unknown as (path: P, init: object) => Promise<{ data?: Page<Item<P>>; error?: Problem }>
  const { params, signal } = (init ?? {}) as { params?: { query?: object } } & Signal
  let cursor: string | null = null
  do {
    const query = { ...params?.query, ...(cursor !== null && { cursor }) }
    const { data, error } = await get(path, { params: { ...params, query }, ...(signal && { signal }) })
    if (error || !data) throw error ? new ApiError(error) : new TypeError(`${path} is no list`)
    yield* data.data
    cursor = data.page.nextCursor
  } while (cursor !== null)
}
