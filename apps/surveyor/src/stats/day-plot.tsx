import { Columns } from '@salama/ui/components/columns.tsx'
import { useTranslations } from 'next-intl'

type Day = { label: string; approved: number; waiting: number; back: number }

/** Solid, hatched and hollow, to be readable in sunlight and without colour. */
const FILLS = { approved: 'var(--color-ok)', waiting: 'url(#hatched)', back: 'var(--color-raised)' } as const
const KINDS = ['approved', 'waiting', 'back'] as const

/** Entries of the last seven days by status. Screen readers get one sentence, as the table has the same figures. */
export function DayPlot({ days }: { days: readonly Day[] }) {
  const t = useTranslations('stats')
  const all = days.reduce((sum, day) => sum + day.approved + day.waiting + day.back, 0)
  return (
    <figure className="flex flex-col gap-2">
      <p className="sr-only">{t('plot', { count: all })}</p>
      <Columns
        className="w-full max-w-xl"
        step={48}
        fills={KINDS.map((kind) => FILLS[kind])}
        columns={days.slice(-7).map((day) => ({
          key: day.label,
          parts: KINDS.map((kind) => day[kind]),
          words: day.label.split(' '),
        }))}
      >
        <defs>
          <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--color-ink)" strokeWidth="4" />
          </pattern>
        </defs>
      </Columns>
      <figcaption>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {KINDS.map((kind) => (
            <li key={kind} className="flex items-center gap-2">
              <svg width="20" height="20" aria-hidden="true">
                <rect x="1" y="1" width="18" height="18" fill={FILLS[kind]} stroke="var(--color-ink)" strokeWidth="2" />
              </svg>
              {t(kind)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
