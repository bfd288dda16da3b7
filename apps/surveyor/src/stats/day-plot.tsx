import { useTranslations } from 'next-intl'

type Day = { label: string; approved: number; waiting: number; back: number }

const WIDTH = 336
const HEIGHT = 180
const FOOT = 44
const HEAD = 20
const STEP = WIDTH / 7

/**
 * Entries by day, as bars on top of each other. Solid, hatched and hollow, so that it reads in the sun and without colour.
 * The table below it says the same, so it is one picture to a screen reader.
 */
export function DayPlot({ days }: { days: readonly Day[] }) {
  const t = useTranslations('stats')
  const most = Math.max(1, ...days.map((day) => day.approved + day.waiting + day.back))
  const scale = (n: number) => (n / most) * (HEIGHT - FOOT - HEAD)
  const all = days.reduce((sum, day) => sum + day.approved + day.waiting + day.back, 0)
  return (
    <figure className="flex flex-col gap-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('plot', { count: all })}
        className="w-full max-w-xl"
      >
        <defs>
          <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--color-ink)" strokeWidth="4" />
          </pattern>
        </defs>
        {days.slice(-7).map((day, index) => {
          const x = index * STEP + 6
          const width = STEP - 12
          const total = day.approved + day.waiting + day.back
          let y = HEIGHT - FOOT
          const bar = (n: number, fill: string) => {
            y -= scale(n)
            return (
              n > 0 && (
                <rect
                  x={x}
                  y={y}
                  width={width}
                  height={scale(n)}
                  fill={fill}
                  stroke="var(--color-ink)"
                  strokeWidth="2"
                />
              )
            )
          }
          const [date, month] = day.label.split(' ')
          return (
            <g key={day.label}>
              {bar(day.approved, 'var(--color-ok)')}
              {bar(day.waiting, 'url(#hatched)')}
              {bar(day.back, 'var(--color-raised)')}
              {total > 0 && (
                <text
                  x={x + width / 2}
                  y={y - 5}
                  textAnchor="middle"
                  fontSize="14"
                  fontWeight="700"
                  fill="var(--color-ink)"
                >
                  {total}
                </text>
              )}
              <text x={x + width / 2} y={HEIGHT - FOOT + 18} textAnchor="middle" fontSize="13" fill="var(--color-ink)">
                {date}
              </text>
              <text x={x + width / 2} y={HEIGHT - FOOT + 34} textAnchor="middle" fontSize="12" fill="var(--color-ink)">
                {month}
              </text>
            </g>
          )
        })}
        <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} stroke="var(--color-ink)" strokeWidth="2" />
      </svg>
      <figcaption>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          <Key label={t('approved')} fill="var(--color-ok)" />
          <Key label={t('waiting')} fill="url(#hatched)" />
          <Key label={t('back')} fill="var(--color-raised)" />
        </ul>
      </figcaption>
    </figure>
  )
}

const Key = ({ label, fill }: { label: string; fill: string }) => (
  <li className="flex items-center gap-2">
    <svg width="20" height="20" aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" fill={fill} stroke="var(--color-ink)" strokeWidth="2" />
    </svg>
    {label}
  </li>
)
