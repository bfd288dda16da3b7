import type { Locale } from '@salama/ui/i18n/routing.ts'
import { timesIn } from '@salama/ui/i18n/use-times.ts'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { DataTable } from '@/parts/data-table.tsx'

type Cell = ReactNode

/**
 * A plot under its question, with what it says in one sentence and all of its figures as a table. The drawing is only for
 * the eye; a screen reader gets the sentence and the table.
 */
export async function Plot({
  title,
  says,
  columns,
  rows,
  children,
}: {
  title: string
  says: string
  /** Of the table; the first one names the row. */
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  children: ReactNode
}) {
  const t = await getTranslations('dashboard')
  return (
    <figure className="flex min-w-0 flex-col gap-2 border-t-2 border-line py-4">
      <figcaption>
        <h2 className="text-lg font-bold">{title}</h2>
        <p className="text-soft">{says}</p>
      </figcaption>
      <div aria-hidden="true">{children}</div>
      <details>
        <summary className="inline-flex min-h-touch items-center font-semibold text-link underline">
          {t('table')}
          <span className="sr-only">: {title}</span>
        </summary>
        <DataTable<{ n: number; cells: readonly Cell[] }>
          caption={title}
          rows={rows.map((cells, n) => ({ n, cells }))}
          keyOf={({ n }) => String(n)}
          empty={<p className="text-soft">{t('noFigures')}</p>}
          columns={columns.map((label, at) => ({
            key: String(at),
            label,
            isName: at === 0,
            end: at > 0,
            cell: ({ cells }) => cells[at] ?? '–',
          }))}
        />
      </details>
    </figure>
  )
}

/** Figures by day as rows of a table, the newest first as in every list of the console. */
export function dayRows<D extends { date: string }>(
  days: readonly D[],
  locale: Locale,
  cells: (day: D) => readonly (number | null)[],
): readonly (readonly Cell[])[] {
  const { shortDay } = timesIn(locale)
  return days.toReversed().map((day) => [
    <time key="day" dateTime={day.date} className="whitespace-nowrap">
      {shortDay(day.date)}
    </time>,
    ...cells(day),
  ])
}
