import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ScrollRegion } from '@salama/ui/components/scroll-region.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'

export type Sort = { by: string; direction: 'ascending' | 'descending' }

/** A column. The one with `isName` says which row it is. `sorts` makes its heading lead to the list in that order. */
export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  isName?: boolean
  sorts?: boolean
  end?: boolean
}

type Props<Row> = {
  /** What the table is, for whoever cannot see where it stands. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** `loading` keeps the rows that are there; `problem` stands in their place. */
  loading?: boolean
  problem?: ReactNode
  /** The face without rows. */
  empty: ReactNode
  sort?: Sort | undefined
  /** Where a sortable heading leads. */
  sortHref?: ((sort: Sort) => ComponentProps<typeof Link>['href']) | undefined
}

/** A dense table with its empty, loading and error face. On a narrow screen it scrolls sideways, alone. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  loading = false,
  problem,
  empty,
  sort,
  sortHref,
}: Props<Row>) {
  const t = useTranslations('common')
  if (problem) return problem
  if (rows.length === 0 && !loading) return empty
  return (
    <ScrollRegion label={caption} aria-busy={loading} className="border-y-2 border-line">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-line text-sm text-soft">
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} sortHref={sortHref} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line align-top last:border-0 hover:bg-sunken">
              {columns.map(({ key, cell, isName, end }) =>
                isName ? (
                  <th key={key} scope="row" className={cellClass(end, 'font-semibold')}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} className={cellClass(end)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {loading && (
        <p role="status" className="p-2 text-soft">
          {t('loading')}
        </p>
      )}
    </ScrollRegion>
  )
}

const cellClass = (end: boolean | undefined, more?: string) => cx('px-2 py-2', end && 'text-right', more)

function Heading<Row>({
  column: { key, label, sorts, end },
  sort,
  sortHref,
}: { column: Column<Row> } & Pick<Props<Row>, 'sort' | 'sortHref'>) {
  const direction = sort?.by === key ? sort.direction : undefined
  const next = direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={cx('px-2 py-1 font-semibold whitespace-nowrap', end && 'text-right')}
    >
      {sorts && sortHref ? (
        <Link
          href={sortHref({ by: key, direction: next })}
          scroll={false}
          className="inline-flex min-h-touch items-center gap-1 underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {label}
          <Icon as={direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown} />
        </Link>
      ) : (
        label
      )}
    </th>
  )
}
