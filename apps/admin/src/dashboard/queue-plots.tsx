import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { scaleSqrt } from 'd3-scale'
import { getLocale, getTranslations } from 'next-intl/server'
import { lengthWords } from '@/review/length-words.ts'
import { type Dashboard, listsOf, queueByDay, queueByKind } from './figures.ts'
import { HeatMap } from './heat-map.tsx'
import { Bars, dayRows, Lines, Plot } from './plots.tsx'

type Props = { figures: Dashboard }

const HOUR_MS = 3_600_000

/** Open items, reports received and reviewed, and response time. */
export async function Queue({ figures }: Props) {
  const [t, review, locale] = await Promise.all([getTranslations('dashboard'), getTranslations('review'), getLocale()])
  const { shortDay } = timesIn(locale)
  const days = queueByDay(figures)
  const axis = days.map(({ date }) => ({ key: date, label: shortDay(date) }))
  const { now } = figures.queue
  const open = now.reduce((all, kind) => all + kind.open, 0)
  const overdue = now.reduce((all, kind) => all + kind.overdue, 0)
  const last = days.at(-1)
  const kinds = queueByKind(figures)
  const volumeOf = (what: 'arrived' | 'decided') => {
    const some = kinds.filter((each) => each[what] > 0)
    return t(`${what}Says`, {
      count: some.reduce((all, each) => all + each[what], 0),
      list: some.map((each) => t('ofKind', { kind: t(`kinds.${each.kind}`), count: each[what] })).join(', ') || '–',
    })
  }
  return (
    <>
      <Plot
        title={t('now')}
        description={t('nowSays', { open, overdue })}
        hasControls
        columns={[t('kind'), t('open'), t('overdue')]}
        rows={now.map((kind) => [t(`kinds.${kind.kind}`), kind.open, kind.overdue])}
      >
        <Bars
          bars={listsOf(figures).open.map(({ kind, count: value, href }) => ({
            label: t(`kinds.${kind}`),
            value,
            href,
          }))}
        />
      </Plot>
      <Plot
        title={t('volume')}
        description={`${volumeOf('arrived')} ${volumeOf('decided')}`}
        columns={[t('day'), t('arrived'), t('decided'), t('open')]}
        rows={dayRows(days, ({ arrived, decided, open: waiting }) => [arrived, decided, waiting])}
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
        description={
          last?.oldestH == null ? t('ageNone') : t('ageSays', { time: lengthWords(last.oldestH * HOUR_MS, review) })
        }
        columns={[t('day'), t('oldest'), t('median')]}
        rows={dayRows(days, ({ oldestH, medianH }) => [oldestH, medianH])}
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

/** Incidents on a map of cells, and the cells as a list. */
export async function Heat({ figures, roads }: Props & { roads: readonly (readonly (readonly number[])[])[] }) {
  const t = await getTranslations('dashboard')
  const { heat } = figures
  const { cells, cellsByWeek } = listsOf(figures)
  const [busiest] = heat.cells
  return (
    <Plot
      title={t('heat')}
      description={busiest ? t('heatSays', { cells: heat.cells.length, most: busiest.incidents }) : t('noIncidents')}
      hasControls
      columns={[t('cell'), t('incidents')]}
      rows={heat.cells.map(({ centre, incidents }) => [
        `${centre.lat.toFixed(3)}, ${centre.lng.toFixed(3)}`,
        incidents,
      ])}
    >
      {heat.cells.length > 0 && (
        <>
          <div className="print:hidden">
            <ClientMessages of={['common', 'map', 'dashboard']}>
              <HeatMap cells={cells} weeks={cellsByWeek} />
            </ClientMessages>
          </div>
          <PrintedMap heat={heat} roads={roads} />
        </>
      )}
    </Plot>
  )
}

type Cells = { cellDeg: number; cells: readonly { centre: { lat: number; lng: number }; incidents: number }[] }
type Line = readonly (readonly number[])[]

const WIDTH = 640
const LABELLED = 12

/**
 * For paper: incidents in cells of about 1 km over the trunk roads: the square's size shows the count, and the busiest cells have
 * a label. Near the equator a degree has the same length in both directions, so no projection is needed.
 */
function PrintedMap({ heat: { cellDeg, cells }, roads }: { heat: Cells; roads: readonly Line[] }) {
  const points = [...cells.map(({ centre }) => [centre.lng, centre.lat]), ...roads.flat()]
  const lngs = points.map(([lng = 0]) => lng)
  const lats = points.map(([, lat = 0]) => lat)
  const pad = 2 * cellDeg
  const west = Math.min(...lngs) - pad
  const north = Math.max(...lats) + pad
  const scale = WIDTH / (Math.max(...lngs) + pad - west)
  const height = Math.max(80, (north - Math.min(...lats) + pad) * scale)
  const x = (lng: number) => (lng - west) * scale
  const y = (lat: number) => (north - lat) * scale
  const track = (road: Line) => `M${road.map(([lng = 0, lat = 0]) => `${x(lng)},${y(lat)}`).join('L')}`
  const side = scaleSqrt(
    [0, Math.max(1, ...cells.map(({ incidents }) => incidents))],
    [0, Math.max(18, cellDeg * scale * 1.3)],
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      className="hidden h-auto w-full max-w-3xl bg-sunken print:block"
      aria-hidden="true"
    >
      <path d={roads.map(track).join('')} fill="none" stroke="var(--color-edge)" strokeWidth="2" />
      {cells.map(({ centre, incidents }, at) => {
        const size = side(incidents)
        return (
          <g key={`${centre.lat} ${centre.lng}`} transform={`translate(${x(centre.lng)} ${y(centre.lat)})`}>
            <rect
              x={-size / 2}
              y={-size / 2}
              width={size}
              height={size}
              fill="var(--color-body)"
              stroke="var(--color-paper)"
            />
            {at < LABELLED && (
              <text
                y={size >= 16 ? 0 : -size / 2 - 8}
                dy="0.35em"
                textAnchor="middle"
                fontSize="12"
                fontWeight="700"
                fill={size >= 16 ? 'var(--color-on-body)' : 'var(--color-ink)'}
              >
                {incidents}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
