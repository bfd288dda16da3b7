import { Link } from '@salama/ui/i18n/navigation.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { type Dashboard, hours, incidentsOf, percent } from './figures.ts'

type Tile = {
  key: 'reports' | 'incidents' | 'corroborated' | 'decided' | 'onTime' | 'wait' | 'entries'
  now: number | null
  before: number | null
  href?: string
}

/** The main figures, each with the same of the period before, and a link to what is counted. */
export async function Totals({ figures }: { figures: Dashboard }) {
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()])
  const { shortDay } = timesIn(locale)
  const { totals, before } = figures
  const tiles: readonly Tile[] = [
    { key: 'reports', now: totals.reports, before: before.reports },
    { key: 'incidents', now: totals.incidents, before: before.incidents, href: incidentsOf(figures) },
    {
      key: 'corroborated',
      now: percent(totals.corroborated, totals.incidents),
      before: percent(before.corroborated, before.incidents),
    },
    { key: 'decided', now: totals.decided, before: before.decided, href: '/review?state=closed' },
    { key: 'onTime', now: percent(totals.onTime, totals.decided), before: percent(before.onTime, before.decided) },
    { key: 'wait', now: hours(totals.medianWaitS), before: hours(before.medianWaitS) },
    { key: 'entries', now: totals.entries, before: before.entries, href: '/review?kind=collection_entry&state=closed' },
  ]
  return (
    <section aria-label={t('totals')} className="py-2">
      <ul className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-3 sm:grid-cols-4 xl:grid-cols-7">
        {tiles.map(({ key, now, before: then, href }) => (
          <li key={key} className="flex min-w-0 flex-col">
            <span className="text-sm text-soft">{t(`total.${key}`)}</span>
            <strong className="text-xl">
              {href ? (
                <Link href={href} className="text-link underline decoration-line underline-offset-4">
                  {now ?? '–'}
                </Link>
              ) : now === null ? (
                '–'
              ) : (
                t(`totalValue.${key}`, { value: now })
              )}
            </strong>
            <span className="text-sm text-soft">
              {then === null ? t('beforeNone') : t('beforeWas', { value: t(`totalValue.${key}`, { value: then }) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-1 text-sm text-soft">
        {t('beforePeriod', { from: shortDay(before.from), to: shortDay(before.to) })}
      </p>
    </section>
  )
}
