import type { Caller } from '@salama/domain/shared'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { type Column, DataTable } from '@/parts/data-table.tsx'
import { WrongFilters } from '@/shell/admin-page.tsx'
import { type ReadList, readList } from './read-list.ts'

type ListUseCase<S extends z.ZodObject, Page> = {
  (caller: Caller, input: z.output<S> & { limit: number }): Promise<Page>
  operation: { query: S }
}

/** The list of a page by the page's query, up to 50 rows at once. */
export const readRows = async <S extends z.ZodObject, Page>(
  list: ListUseCase<S, Page>,
  caller: Caller,
  asked: Parameters<typeof readList>[1],
): Promise<ReadList<Page>> =>
  orNotFound(readList(list.operation.query, asked, (query) => list(caller, { ...query, limit: 50 })))

type Page<Row> = { data: readonly Row[]; page: { nextCursor: string | null } }

type Props<Row> = {
  path: `/${string}`
  found: ReadList<Page<Row>>
  none: { title: string; hint: string }
}

/** The rows of a page with a pager to its next page, or a message that a filter is invalid. */
export function FoundRows<Row>({
  path,
  found: { typed, list },
  none,
  children,
}: Props<Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  if (!list) return <WrongFilters />
  return (
    <>
      {list.data.length === 0 ? <EmptyState title={none.title}>{none.hint}</EmptyState> : children(list.data)}
      <Pager path={path} query={typed} next={list.page.nextCursor} />
    </>
  )
}

/** The rows of a page as a table. */
export function FoundList<Row extends { id: string }>({
  caption,
  columns,
  ...props
}: Props<Row> & { caption: string; columns: readonly Column<Row>[] }) {
  return (
    <FoundRows {...props}>
      {(rows) => <DataTable caption={caption} rows={rows} keyOf={({ id }) => id} empty={null} columns={columns} />}
    </FoundRows>
  )
}
