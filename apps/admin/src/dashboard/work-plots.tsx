import { timesIn } from '@salama/ui/i18n/times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { categoriesByWeek, type Dashboard, listsOf } from './figures.ts'
import { Bars, dayRows, Lines, Plot, WeeklyColumns } from './plots.tsx'

type Props = { figures: Dashboard }

/** The confidence of public incidents. */
export async function Corroboration({ figures }: Props) {
  const t = await getTranslations('dashboard')
  const bars = listsOf(figures).confidence.map(({ sure, count: value, href }) => ({
    label: t(`sure.${sure}`),
    value,
    href,
  }))
  const { corroboratedShare: share, published, retracted } = figures.incidents
  return (
    <Plot
      title={t('corroboration')}
      description={
        share === null
          ? t('noIncidents')
          : t('corroborationSays', { percent: Math.round(share * 100), published, retracted })
      }
      hasControls
      columns={[t('howSure'), t('incidents')]}
      rows={bars.map(({ label, value }) => [label, value])}
    >
      <Bars bars={bars} />
    </Plot>
  )
}

export async function ReportsPerIncident({ figures }: Props) {
  const t = await getTranslations('dashboard')
  const { incidents } = figures
  const bars = listsOf(figures).byReports.map(({ least, most, count: value, href }) => ({
    label: most === null ? t('orMore', { least }) : most === least ? String(least) : `${least}–${most}`,
    value,
    href,
  }))
  const several = incidents.byReports.reduce((all, each) => (each.least > 1 ? all + each.incidents : all), 0)
  return (
    <Plot
      title={t('perIncident')}
      description={
        incidents.published === 0 ? t('noIncidents') : t('perIncidentSays', { several, published: incidents.published })
      }
      hasControls
      columns={[t('reports'), t('incidents')]}
      rows={bars.map(({ label, value }) => [label, value])}
    >
      <Bars bars={bars} />
    </Plot>
  )
}

/** Incidents by category and week, each leading to its list; reports, of which most open none of their own, as a sum. */
export async function Categories({ figures }: Props) {
  const [t, categories, locale] = await Promise.all([
    getTranslations('dashboard'),
    getTranslations('categories'),
    getLocale(),
  ])
  const { shortDay } = timesIn(locale)
  const { weeks, rows } = categoriesByWeek(figures)
  const lists = listsOf(figures).categories
  const [first] = rows
  return (
    <Plot
      title={t('categories')}
      description={
        first ? t('categoriesSays', { category: categories(first.category), reports: first.reports }) : t('noReports')
      }
      hasControls
      columns={[t('category'), ...weeks.map((week) => t('weekOf', { day: shortDay(week) }))]}
      rows={rows.map(({ category, values }) => [categories(category), ...values])}
    >
      <WeeklyColumns
        weeks={weeks.map((week) => shortDay(week))}
        rows={rows.map(({ category, reports }) => ({
          label: categories(category),
          total: t('reportsOf', { count: reports }),
          cells: weeks.map((week) => lists.find((each) => each.week === week && each.category === category) ?? null),
        }))}
      />
    </Plot>
  )
}

const ENTRY_STATES = ['approved', 'inReview', 'changesRequested', 'held', 'rejected'] as const

/** Surveyors' entries by day and result. */
export async function FieldWork({ figures: { fieldWork } }: Props) {
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()])
  const { shortDay } = timesIn(locale)
  const entries = fieldWork.reduce(
    (all, day) => all + ENTRY_STATES.reduce((sum, state) => sum + day.entries[state], 0),
    0,
  )
  const hours = fieldWork.reduce((all, day) => all + day.hours, 0)
  const description =
    hours === 0
      ? t('fieldWorkNone', { entries })
      : hours < 1
        ? t('fieldWorkMinutes', { entries, minutes: Math.max(1, Math.round(hours * 60)) })
        : t('fieldWorkHours', { entries, hours: Math.round(hours) })
  return (
    <Plot
      title={t('fieldWork')}
      description={description}
      columns={[t('day'), t('surveyors'), t('hours'), ...ENTRY_STATES.map((state) => t(`entries.${state}`))]}
      rows={dayRows(fieldWork, (day) => [day.surveyors, day.hours, ...ENTRY_STATES.map((state) => day.entries[state])])}
    >
      <Lines
        days={fieldWork.map(({ date }) => ({ key: date, label: shortDay(date) }))}
        series={ENTRY_STATES.map((state) => ({
          name: t(`entries.${state}`),
          values: fieldWork.map((day) => day.entries[state]),
        }))}
      />
    </Plot>
  )
}
