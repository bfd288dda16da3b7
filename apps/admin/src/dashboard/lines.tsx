import { scaleLinear, scalePoint } from 'd3-scale'
import { line, symbol, symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape'
import { axisTo } from './axis.ts'

/** What tells lines apart without colour: how they are dashed, and the shape of their marks. */
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

/** Values over days, one line for each series. A day without a value leaves a gap. */
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
