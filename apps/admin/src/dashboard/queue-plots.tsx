import { timesIn } from '@salama/ui/i18n/use-times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { Bars } from './bars.tsx'
import { type Dashboard, queueByDay } from './figures.ts'
import { HeatMap } from './heat.tsx'
import { Lines } from './lines.tsx'
import { dayRows, Plot } from './plot.tsx'

type Props = { figures: Dashboard }

/** What waits now, how much comes and is decided, and how long it waits. */
export async function Queue({ figures }: Props) {
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()])
  const { shortDay } = timesIn(locale)
  const days = queueByDay(figures)
  const axis = days.map(({ date }) => ({ key: date, label: shortDay(date) }))
  const { now } = figures.queue
  const open = now.reduce((all, kind) => all + kind.open, 0)
  const overdue = now.reduce((all, kind) => all + kind.overdue, 0)
  const last = days.at(-1)
  return (
    <>
      <Plot
        title={t('now')}
        says={t('nowSays', { open, overdue })}
        columns={[t('kind'), t('open'), t('overdue')]}
        rows={now.map((kind) => [t(`kinds.${kind.kind}`), kind.open, kind.overdue])}
      >
        <Bars bars={now.map((kind) => ({ label: t(`kinds.${kind.kind}`), value: kind.open }))} />
      </Plot>
      <Plot
        title={t('volume')}
        says={t('volumeSays', {
          arrived: days.reduce((all, day) => all + day.arrived, 0),
          decided: days.reduce((all, day) => all + day.decided, 0),
        })}
        columns={[t('day'), t('arrived'), t('decided'), t('open')]}
        rows={dayRows(days, locale, ({ arrived, decided, open: waiting }) => [arrived, decided, waiting])}
      >
        <Lines
          days={axis}
          series={(['arrived', 'decided', 'open'] as const).map((of) => ({
            name: t(of),
            values: days.map((day) => day[of]),
          }))}
        />
      </Plot>
      <Plot
        title={t('age')}
        says={last?.oldestH == null ? t('ageNone') : t('ageSays', { hours: last.oldestH })}
        columns={[t('day'), t('oldest'), t('median')]}
        rows={dayRows(days, locale, ({ oldestH, medianH }) => [oldestH, medianH])}
      >
        <Lines
          days={axis}
          series={[
            { name: t('oldest'), values: days.map(({ oldestH }) => oldestH) },
            { name: t('median'), values: days.map(({ medianH }) => medianH) },
          ]}
        />
      </Plot>
    </>
  )
}

/** Where incidents are, and the cells as a list. */
export async function Heat({
  figures: { heat },
  roads,
}: Props & { roads: readonly (readonly (readonly number[])[])[] }) {
  const t = await getTranslations('dashboard')
  const [busiest] = heat.cells
  return (
    <Plot
      title={t('heat')}
      says={busiest ? t('heatSays', { cells: heat.cells.length, most: busiest.incidents }) : t('noIncidents')}
      columns={[t('cell'), t('incidents')]}
      rows={heat.cells.map(({ centre, incidents }) => [
        `${centre.lat.toFixed(3)}, ${centre.lng.toFixed(3)}`,
        incidents,
      ])}
    >
      {heat.cells.length > 0 && <HeatMap heat={heat} roads={roads} />}
    </Plot>
  )
}
