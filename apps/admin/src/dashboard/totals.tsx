import { cx } from '@salama/ui/components/cx.ts'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { timesIn } from '@salama/ui/i18n/times.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { type Dashboard, hours, listsOf, percent } from './figures.ts'

type Tile = {
  key: 'reports' | 'incidents' | 'corroborated' | 'decided' | 'wait' | 'entries'
  now: number | null
  before: number | null
  href?: string
}

/**
 * The main figures, each with the same of the period before, and what was late by class of urgency. A figure is a link
 * where there is a list of exactly that many.
 */
export async function Totals({ figures }: { figures: Dashboard }) {
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()])
  const { shortDay } = timesIn(locale)
  const { totals, before } = figures
  const lists = listsOf(figures)
  const tiles: readonly Tile[] = [
    { key: 'reports', now: totals.reports, before: before.reports },
    { key: 'incidents', now: totals.incidents, before: before.incidents, href: lists.incidents.href },
    {
      key: 'corroborated',
      now: percent(totals.corroborated, totals.incidents),
      before: percent(before.corroborated, before.incidents),
    },
    { key: 'decided', now: totals.decided, before: before.decided, href: lists.decided.href },
    { key: 'wait', now: hours(totals.medianWaitS), before: hours(before.medianWaitS) },
    { key: 'entries', now: totals.entries, before: before.entries, href: lists.entries.href },
  ]
  return (
    <section aria-label={t('totals')} className="py-2">
      <ul className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-line py-3 sm:grid-cols-4 xl:grid-cols-8">
        {tiles.map(({ key, now, before: then, href }) => (
          <li key={key} className="flex min-w-0 flex-col">
            <span className="text-sm text-soft">{t(`total.${key}`)}</span>
            <strong className="text-xl">
              {href ? (
                <Link href={href} className="text-link underline decoration-line underline-offset-4">
                  {now === null ? '–' : t(`totalValue.${key}`, { value: now })}
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
        {lists.late.map(({ hours: target, count: late, decided, href }) => (
          <li key={target} className="flex min-w-0 flex-col">
            <span className="text-sm text-soft">{t('total.late', { hours: target })}</span>
            <strong className="text-xl">
              <Link
                href={href}
                className={cx('underline decoration-line underline-offset-4', late > 0 ? 'text-danger' : 'text-link')}
              >
                {t('totalValue.reports', { value: late })}
              </Link>
            </strong>
            <span className="text-sm text-soft">{t('lateOf', { decided })}</span>
          </li>
        ))}
      </ul>
      <p className="pt-1 text-sm text-soft">
        {t('beforePeriod', { from: shortDay(before.from), to: shortDay(before.to) })}
      </p>
    </section>
  )
}
