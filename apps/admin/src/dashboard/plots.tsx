import { Link } from '@salama/ui/i18n/navigation.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { scaleLinear, scalePoint } from 'd3-scale'
import { line, symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type CsvCell, csvHref, csvOf } from '@/parts/csv.ts'
import { DataTable } from '@/parts/data-table.tsx'
import { axisTo } from './figures.ts'

/** A question as its title, a summary in one sentence, a drawing (not for screen readers), all figures as a table. */
export async function Plot({
  title,
  description,
  columns,
  rows,
  hasControls = false,
  children,
}: {
  title: string
  description: string
  /** The columns of the table; the first one is the row header. */
  columns: readonly string[]
  rows: readonly (readonly CsvCell[])[]
  /** Whether the drawing has controls of its own, and so is not hidden. */
  hasControls?: boolean
  children: ReactNode
}) {
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()])
  const { shortDay } = timesIn(locale)
  return (
    <figure className="flex min-w-0 flex-col gap-2 border-t border-line py-4">
      <figcaption>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-soft">{description}</p>
      </figcaption>
      <div aria-hidden={!hasControls}>{children}</div>
      <details>
        <summary className="touch-link font-semibold">
          {t('table')}
          <span className="sr-only">: {title}</span>
        </summary>
        <DataTable<{ n: number; cells: readonly CsvCell[] }>
          caption={title}
          rows={rows.map((cells, n) => ({ n, cells }))}
          keyOf={({ n }) => String(n)}
          empty={<p className="text-soft">{t('noFigures')}</p>}
          columns={columns.map((label, at) => ({
            label,
            isName: at === 0,
            end: at > 0,
            cell: ({ cells }) => <Cell value={cells[at] ?? null} day={shortDay} />,
          }))}
        />
      </details>
      {rows.length > 0 && (
        <a
          href={csvHref(csvOf([columns, ...rows]))}
          download={`${title}.csv`}
          className="touch-link self-start font-semibold print:hidden"
        >
          {t('csv')}
          <span className="sr-only">: {title}</span>
        </a>
      )}
    </figure>
  )
}

const A_DAY = /^\d{4}-\d{2}-\d{2}$/

/** A figure of a table; a day in the reader's words. */
function Cell({ value, day }: { value: CsvCell; day: (day: string) => string }) {
  if (typeof value !== 'string' || !A_DAY.test(value)) return value ?? '–'
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {day(value)}
    </time>
  )
}

/** Figures by day as table rows, newest first. */
export const dayRows = <D extends { date: string }>(
  days: readonly D[],
  cells: (day: D) => readonly CsvCell[],
): readonly (readonly CsvCell[])[] => days.toReversed().map((day) => [day.date, ...cells(day)])

type Bar = { label: string; value: number; unit?: string; href?: string }

/** A bar chart with a label before and the value after each bar; a bar with `href` leads to what it counts. */
export function Bars({ bars, most }: { bars: readonly Bar[]; most?: number }) {
  const width = scaleLinear([0, most ?? Math.max(1, ...bars.map(({ value }) => value))], [0, 100])
  return (
    <div className="grid max-w-3xl grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1">
      {bars.map(({ label, value, unit = '', href }) => (
        <div key={label} className="contents">
          <span className="text-sm">
            {href && value > 0 ? (
              <Link href={href} prefetch={false} className="text-link underline">
                {label}
              </Link>
            ) : (
              label
            )}
          </span>
          <span className="flex items-center gap-2">
            {value > 0 && <span className="h-5 bg-body" style={{ width: `max(3px, ${width(value) * 0.85}%)` }} />}
            <span className="text-sm font-semibold">
              {value}
              {unit && ` ${unit}`}
            </span>
          </span>
        </div>
      ))}
    </div>
  )
}

/** Small multiples: the same weeks for each category, on one scale. */
export function WeeklyColumns({
  weeks,
  rows,
}: {
  weeks: readonly string[]
  /** A row's figures by week, each with its list, and a sum in words. */
  rows: readonly { label: string; total: string; cells: readonly ({ count: number; href: string } | null)[] }[]
}) {
  const height = scaleLinear(
    [0, Math.max(1, ...rows.flatMap(({ cells }) => cells.map((cell) => cell?.count ?? 0)))],
    [0, 36],
  )
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse text-sm">
        <tbody>
          {rows.map(({ label, total, cells }) => (
            <tr key={label} className="border-b border-line">
              <td className="py-1 pe-3 align-bottom whitespace-nowrap">{label}</td>
              {cells.map((cell, at) => (
                <td key={weeks[at]} className="min-w-[3rem] px-1 align-bottom text-center">
                  {cell === null || cell.count === 0 ? (
                    '·'
                  ) : (
                    <Link href={cell.href} prefetch={false} className="text-link underline">
                      {cell.count}
                    </Link>
                  )}
                  <span className="mx-auto block w-7 bg-body" style={{ height: `${height(cell?.count ?? 0)}px` }} />
                </td>
              ))}
              <td className="ps-3 align-bottom whitespace-nowrap text-soft">{total}</td>
            </tr>
          ))}
          <tr className="text-soft">
            <td />
            {weeks.map((week) => (
              <td key={week} className="px-1 pt-1 text-center whitespace-nowrap">
                {week}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** Distinguishes lines without colour: dash patterns and marker shapes. */
const LOOKS = [
  { dash: undefined, shape: symbolCircle, ink: 'var(--color-ink)' },
  { dash: '7 4', shape: symbolSquare, ink: 'var(--color-link)' },
  { dash: '2 4', shape: symbolTriangle, ink: 'var(--color-danger)' },
  { dash: '10 3 2 3', shape: symbolDiamond, ink: 'var(--color-warn)' },
  { dash: '4 2', shape: symbolCross, ink: 'var(--color-soft)' },
] as const

type Series = { name: string; values: readonly (number | null)[] }

const WIDTH = 640
const HEIGHT = 220
const EDGE = { left: 44, right: 12, top: 10, bottom: 26 }

/** A line chart over days, one line per series. A day without a value leaves a gap. */
export function Lines({
  days,
  series,
}: {
  days: readonly { key: string; label: string }[]
  series: readonly Series[]
}) {
  const { end, ticks } = axisTo(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const y = scaleLinear([0, end], [HEIGHT - EDGE.bottom, EDGE.top])
  const x = scalePoint(
    days.map(({ key }) => key),
    [EDGE.left, WIDTH - EDGE.right],
  )
  const every = Math.ceil(days.length / 7)
  return (
    <div className="flex flex-col gap-1">
      <Legend names={series.map(({ name }) => name)} />
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-auto w-full max-w-4xl" aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(tick)} y2={y(tick)} stroke="var(--color-line)" />
            <text x={EDGE.left - 6} y={y(tick)} dy="0.32em" textAnchor="end" fontSize="12" fill="var(--color-soft)">
              {tick}
            </text>
          </g>
        ))}
        {days.map(({ key, label }, at) =>
          at % every === 0 ? (
            <text key={key} x={x(key)} y={HEIGHT - 6} textAnchor="middle" fontSize="12" fill="var(--color-soft)">
              {label}
            </text>
          ) : null,
        )}
        {series.map(({ name, values }, n) => {
          const look = LOOKS[n % LOOKS.length] ?? LOOKS[0]
          const points = days.map(({ key }, at) => ({ x: x(key) ?? 0, value: values[at] ?? null }))
          const path = line<(typeof points)[number]>(
            (point) => point.x,
            (point) => y(point.value ?? 0),
          ).defined(({ value }) => value !== null)(points)
          return (
            <g key={name}>
              <path d={path ?? ''} fill="none" stroke={look.ink} strokeWidth="2" strokeDasharray={look.dash} />
              {points.map(
                ({ x: at, value }) =>
                  value !== null && (
                    <path
                      key={at}
                      d={symbol(look.shape, days.length > 45 ? 18 : 36)() ?? ''}
                      transform={`translate(${at} ${y(value)})`}
                      fill={look.ink}
                    />
                  ),
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function Legend({ names }: { names: readonly string[] }) {
  if (names.length < 2) return null
  return (
    <ul className="flex flex-wrap gap-x-4">
      {names.map((name, n) => {
        const look = LOOKS[n % LOOKS.length] ?? LOOKS[0]
        return (
          <li key={name} className="inline-flex items-center gap-1.5 text-sm">
            <svg viewBox="0 0 32 12" className="h-3 w-8" aria-hidden="true">
              <line x1="0" x2="32" y1="6" y2="6" stroke={look.ink} strokeWidth="2" strokeDasharray={look.dash} />
              <path d={symbol(look.shape, 40)() ?? ''} transform="translate(16 6)" fill={look.ink} />
            </svg>
            {name}
          </li>
        )
      })}
    </ul>
  )
}
