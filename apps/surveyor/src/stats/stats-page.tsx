'use client'

import { ScrollRegion } from '@salama/ui/components/scroll-region.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { Stats } from '@/field-state/field-cache.ts'
import { FieldState } from '@/field-state/field-state.tsx'
import { DayPlot } from './day-plot.tsx'

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
  const day = (date: string) => shortDay(`${date}T12:00:00+03:00`)
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
        <h2 className="text-xl font-bold">{t('byDay')}</h2>
        <DayPlot
          days={stats.days.map(({ date, entries }) => ({
            label: day(date),
            approved: entries.approved,
            waiting: entries.inReview + entries.held,
            back: entries.changesRequested + entries.rejected,
          }))}
        />
        <ScrollRegion label={t('byDay')} className="relative">
          <table className="w-full text-left text-sm">
            <caption className="sr-only">{t('byDay')}</caption>
            <thead>
              <tr className="border-b-2 border-ink align-bottom">
                {(['day', 'approved', 'waiting', 'backShort'] as const).map((head) => (
                  <th key={head} scope="col" className="py-2 pr-2">
                    {t(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {stats.days.map(({ date, entries, hours }) => (
                <tr key={date} className="border-b border-line">
                  <th scope="row" className="py-2 pr-2 font-semibold whitespace-nowrap">
                    {day(date)}
                    <span className="block font-normal text-soft">{t('hoursShort', { hours })}</span>
                  </th>
                  <td className="py-2 pr-2">{entries.approved}</td>
                  <td className="py-2 pr-2">{entries.inReview + entries.held}</td>
                  <td className="py-2 pr-2">{entries.changesRequested + entries.rejected}</td>
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
  <div className="flex flex-col rounded-control border-2 border-ink p-3">
    <dt className="text-soft">{label}</dt>
    <dd className="text-2xl font-bold">{words}</dd>
    <dd>{more}</dd>
  </div>
)
