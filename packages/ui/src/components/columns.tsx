import type { ComponentProps } from 'react'

/** One column: the value of each kind, from the bottom up, and the lines of text below it. */
type Column = { key: string; parts: readonly number[]; words?: readonly string[] }

type Props = Pick<ComponentProps<'svg'>, 'className' | 'children'> & {
  columns: readonly Column[]
  /** The fill of each kind. Several kinds must differ in more than colour. */
  fills: readonly string[]
  /** The distance between columns, in units of the drawing. */
  step: number
}

const TALL = 120
const HEAD = 20
const LINE = 16
const MIN_HEIGHT = 3

/** A stacked column chart, with sums where it has labels. Hidden from screen readers: a table has the same data. */
export function Columns({ columns, fills, step, children, ...svg }: Props) {
  const sums = columns.map(({ parts }) => parts.reduce((sum, n) => sum + n, 0))
  const most = Math.max(1, ...sums)
  const lines = Math.max(...columns.map(({ words }) => words?.length ?? 0))
  const head = lines > 0 ? HEAD : 0
  const foot = head + TALL
  const width = columns.length * step
  return (
    <svg viewBox={`0 0 ${width} ${foot + 4 + lines * LINE}`} aria-hidden="true" {...svg}>
      {children}
      {columns.map(({ key, parts, words }, at) => {
        const middle = (at + 0.5) * step
        const heights = parts.map((n) => (n === 0 ? 0 : Math.max(MIN_HEIGHT, (n / most) * TALL)))
        const top = (upTo: number) => foot - heights.slice(0, upTo).reduce((sum, height) => sum + height, 0)
        return (
          <g key={key} fill="var(--color-ink)" textAnchor="middle">
            {heights.map(
              (height, kind) =>
                height > 0 && (
                  <rect
                    key={fills[kind]}
                    x={middle - 0.375 * step}
                    y={top(kind + 1)}
                    width={0.75 * step}
                    height={height}
                    fill={fills[kind]}
                    {...(fills.length > 1 && { stroke: 'var(--color-ink)', strokeWidth: 2 })}
                  />
                ),
            )}
            {lines > 0 && sums[at] !== 0 && (
              <text x={middle} y={top(parts.length) - 5} fontSize="14" fontWeight="700">
                {sums[at]}
              </text>
            )}
            {words?.map((word, n) => (
              <text key={word} x={middle} y={foot + 2 + (n + 1) * LINE} fontSize="13">
                {word}
              </text>
            ))}
          </g>
        )
      })}
      <line x1="0" x2={width} y1={foot + 1} y2={foot + 1} stroke="var(--color-ink)" strokeWidth="2" />
    </svg>
  )
}
