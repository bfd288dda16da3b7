import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '@/parts/data-table.tsx'
import { WrongFilters } from '@/shell/admin-page.tsx'
import type { ReadList } from './read-list.ts'

type Page<Row> = { data: readonly Row[]; page: { nextCursor: string | null } }

/** The list of a page as a table with a pager to its next page, or a message that a filter is invalid. */
export function FoundList<Row extends { id: string }>({
  path,
  found: { typed, list },
  caption,
  none,
  columns,
}: {
  path: `/${string}`
  found: ReadList<Page<Row>>
  caption: string
  /** The empty state. */
  none: { title: string; hint: string }
  columns: readonly Column<Row>[]
}) {
  if (!list) return <WrongFilters />
  return (
    <>
      <DataTable
        caption={caption}
        rows={list.data}
        keyOf={({ id }) => id}
        empty={<EmptyState title={none.title}>{none.hint}</EmptyState>}
        columns={columns}
      />
      <Pager path={path} query={typed} next={list.page.nextCursor} />
    </>
  )
}

/** The name of a row, with a link to its page. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-touch items-center text-link underline">
    {children}
  </Link>
)
