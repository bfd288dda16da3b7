import { Link } from '@salama/ui/i18n/navigation.ts'
import { scaleLinear } from 'd3-scale'
import { getTranslations } from 'next-intl/server'
import { nameOf } from '@/lists/facts.tsx'
import { type Dashboard, hours, listsOf, percent } from './figures.ts'
import { Bars, Plot } from './plots.tsx'

type Props = { figures: Dashboard }

/** How many decisions were made within the time in which they were due. */
export async function ResponseTimes({ figures }: Props) {
  const t = await getTranslations('dashboard')
  const { response } = figures
  const overdue = listsOf(figures).overdue.filter(({ count }) => count > 0)
  const decided = response.reduce((all, each) => all + each.decided, 0)
  const onTime = response.reduce((all, each) => all + each.onTime, 0)
  const share = percent(onTime, decided)
  return (
    <Plot
      title={t('response')}
      hasControls
      description={share === null ? t('responseNone') : t('responseSays', { percent: share, decided })}
      columns={[t('target'), t('decided'), t('inTime'), t('medianH'), t('p90H'), t('overdue')]}
      rows={response.map((each) => [
        t('targetH', { hours: Math.round(each.targetS / 3600) }),
        each.decided,
        each.onTime,
        hours(each.medianS),
        hours(each.p90S),
        each.overdue,
      ])}
    >
      <Bars
        most={100}
        bars={response.map((each) => ({
          label: t('targetH', { hours: Math.round(each.targetS / 3600) }),
          value: percent(each.onTime, each.decided) ?? 0,
          unit: '%',
        }))}
      />
      {overdue.map(({ hours: target, count, href }) => (
        <p key={target} className="pt-1 text-sm">
          <Link href={href} prefetch={false} className="text-danger underline">
            {t('overdueOf', { hours: target, count })}
          </Link>
        </p>
      ))}
    </Plot>
  )
}

/** Serious incidents on main roads, with intervals: where they overlap, no road is known to be worse. */
export async function Corridors({ figures }: Props) {
  const t = await getTranslations('dashboard')
  const { corridors } = figures
  const lists = new Map(listsOf(figures).corridors.map((each) => [each.id, each]))
  const rated = corridors.filter(({ tooFew }) => !tooFew)
  const x = scaleLinear([0, Math.max(1, ...rated.map(({ high }) => high ?? 0))], [0, 100])
  const [worst] = rated
  return (
    <Plot
      title={t('corridors')}
      description={worst ? t('corridorsSays') : t('corridorsNone')}
      hasControls
      columns={[t('corridor'), t('incidents'), t('rate'), t('low'), t('high')]}
      rows={corridors.map(({ name, incidents, tooFew, rate, low, high }) =>
        tooFew ? [name, t('tooFew'), null, null, null] : [name, incidents, rate, low, high],
      )}
    >
      <ul className="flex max-w-3xl flex-col gap-1">
        {rated.map(({ id, name, incidents, rate, low, high }) => (
          <li key={id} className="grid grid-cols-[8.5rem_minmax(0,1fr)_3rem_6rem] items-center gap-2 text-sm">
            <span>{name}</span>
            <span className="relative h-5 bg-sunken">
              <span
                className="absolute inset-y-1.5 bg-body opacity-50"
                style={{ insetInlineStart: `${x(low ?? 0)}%`, width: `${x((high ?? 0) - (low ?? 0))}%` }}
              />
              <span
                className="absolute inset-y-0 w-1 bg-ink"
                style={{ insetInlineStart: `calc(${x(rate ?? 0)}% - 2px)` }}
              />
            </span>
            <span className="text-end font-semibold">{rate}</span>
            <Link href={lists.get(id)?.href ?? '/incidents'} prefetch={false} className="text-link underline">
              {t('heatCount', { count: incidents })}
            </Link>
          </li>
        ))}
      </ul>
    </Plot>
  )
}

/** What each surveyor recorded, and how much of it was approved. */
export async function Surveyors({ figures }: Props) {
  const t = await getTranslations('dashboard')
  const lists = new Map(listsOf(figures).surveyors.map((each) => [each.id, each]))
  const rows = figures.surveyors.map(({ surveyor, hours: worked, entries, decided }) => {
    const all = Object.values(entries).reduce((sum, n) => sum + n, 0)
    const closed = entries.approved + entries.rejected
    return { surveyor, worked, all, entries, decided, share: percent(entries.approved, closed) }
  })
  return (
    <Plot
      title={t('surveyorOutput')}
      description={rows.length === 0 ? t('surveyorsNone') : t('surveyorsSays', { count: rows.length })}
      hasControls
      columns={[
        t('surveyor'),
        t('hours'),
        t('recorded'),
        t('decided'),
        t('entries.approved'),
        t('entries.rejected'),
        t('approvedShare'),
      ]}
      rows={rows.map(({ surveyor, worked, all, entries, decided, share }) => [
        nameOf(surveyor),
        worked,
        all,
        decided,
        entries.approved,
        entries.rejected,
        share,
      ])}
    >
      <Bars
        bars={rows.map(({ surveyor, decided: value }) => ({
          label: surveyor.displayName ?? nameOf(surveyor),
          value,
          href: lists.get(surveyor.id)?.href ?? `/users/${surveyor.id}`,
        }))}
      />
    </Plot>
  )
}
