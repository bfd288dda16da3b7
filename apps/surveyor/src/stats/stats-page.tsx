'use client'

import { fromCityTime } from '@salama/domain/shared'
import { Columns } from '@salama/ui/components/columns.tsx'
import { ScrollRegion } from '@salama/ui/components/scroll-region.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { Stats } from '@/field-state/field-cache.ts'
import { FieldState } from '@/field-state/field-state.tsx'

export const StatsPage = () => (
  <FieldState>
    {(fieldState) => <OwnWork stats={fieldState.server?.stats ?? null} asOf={fieldState.server?.asOf} />}
  </FieldState>
)

const sum = (entries: Stats['total']['entries']) => Object.values(entries).reduce((all, n) => all + n, 0)

/** Today, the week and the current streak of accepted entries, as a plot and a table. */
function OwnWork({ stats, asOf }: { stats: Stats | null; asOf: string | undefined }) {
  const t = useTranslations('stats')
  const { clock, shortDay } = useTimes()
  if (!stats) return <p className="text-soft">{t('none')}</p>
  const today = stats.days.at(-1)
  const day = (date: string) => shortDay(fromCityTime(date))
  return (
    <div className="flex flex-col gap-6 pb-8">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {today && (
          <Figure
            label={t('today')}
            words={t('entries', { count: sum(today.entries) })}
            more={t('hours', { hours: today.hours })}
          />
        )}
        <Figure
          label={t('week')}
          words={t('entries', { count: sum(stats.total.entries) })}
          more={t('hours', { hours: stats.total.hours })}
        />
        <Figure label={t('streak')} words={t('inARow', { count: stats.streak })} more={t('streakWords')} />
      </dl>
      <div className="flex flex-col gap-3">
        <h2 className="font-semibold">{t('byDay')}</h2>
        <DayPlot
          days={stats.days.map(({ date, entries }) => ({
            label: day(date),
            approved: entries.approved,
            waiting: entries.inReview + entries.held,
            back: entries.changesRequested + entries.rejected,
          }))}
        />
        <ScrollRegion label={t('byDay')} className="relative">
          <table className="w-full text-start text-sm">
            <caption className="sr-only">{t('byDay')}</caption>
            <thead>
              <tr className="border-b border-ink align-bottom">
                {(['day', 'approved', 'waiting', 'backShort'] as const).map((head) => (
                  <th key={head} scope="col" className="py-2 pe-2">
                    {t(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {stats.days.map(({ date, entries, hours }) => (
                <tr key={date} className="border-b border-line">
                  <th scope="row" className="py-2 pe-2 font-semibold whitespace-nowrap">
                    {day(date)}
                    <span className="block font-normal text-soft">{t('hoursShort', { hours })}</span>
                  </th>
                  <td className="py-2 pe-2">{entries.approved}</td>
                  <td className="py-2 pe-2">{entries.inReview + entries.held}</td>
                  <td className="py-2 pe-2">{entries.changesRequested + entries.rejected}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </div>
      {asOf && <p className="text-soft">{t('asOf', { time: clock(asOf) })}</p>}
    </div>
  )
}

const Figure = ({ label, words, more }: { label: string; words: string; more: string }) => (
  <div className="flex flex-col rounded-control bg-raised p-3">
    <dt className="text-soft">{label}</dt>
    <dd className="text-xl font-bold">{words}</dd>
    <dd>{more}</dd>
  </div>
)

type Day = { label: string; approved: number; waiting: number; back: number }

/** Solid, hatched and hollow, to be readable in sunlight and without colour. */
const FILLS = { approved: 'var(--color-ok)', waiting: 'url(#hatched)', back: 'var(--color-raised)' } as const
const KINDS = ['approved', 'waiting', 'back'] as const

/** Entries of the last seven days by status. Screen readers get one sentence, as the table has the same figures. */
function DayPlot({ days }: { days: readonly Day[] }) {
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
