import { cx } from '@salama/ui/components/cx.ts'
import { ScrollRegion } from '@salama/ui/components/scroll-region.tsx'
import type { ReactNode } from 'react'

/** A column. `isName` makes it the row header; `end` aligns numbers. */
export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  isName?: boolean
  end?: boolean
}

type Props<Row> = {
  /** The caption for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  empty: ReactNode
}

/** A dense table with an empty state. On a narrow screen it scrolls horizontally inside its container. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty }: Props<Row>) {
  if (rows.length === 0) return empty
  return (
    <ScrollRegion label={caption} className="border-y border-line">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {columns.map(({ label, end }) => (
              <th
                key={label}
                scope="col"
                className={cx('px-2 py-1 font-semibold whitespace-nowrap', end && 'text-end')}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line align-baseline last:border-0 hover:bg-sunken">
              {columns.map(({ label, cell, isName, end }) =>
                isName ? (
                  <th key={label} scope="row" className={cellClass(end, 'font-semibold')}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={label} className={cellClass(end)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const cellClass = (end: boolean | undefined, more?: string) => cx('px-2 py-2', end && 'text-end', more)
