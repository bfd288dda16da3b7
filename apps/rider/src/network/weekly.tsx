import type { listCorridorIncidents } from '@salama/domain/network'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'

type Counts = Awaited<ReturnType<typeof listCorridorIncidents>>['weekly']

/** What is never shown one by one, as sentences by week, the newest first. */
export function Weekly({ counts }: { counts: Counts }) {
  const t = useTranslations('corridor')
  const category = useTranslations('categories')
  const { day } = useTimes()
  const weeks = [...new Set(counts.map((count) => count.week))].toSorted().toReversed()
  if (weeks.length === 0) return <p className="border-l-4 border-edge pl-4">{t('weeklyNone')}</p>
  return (
    <ul className="flex flex-col gap-3">
      {weeks.map((week) => (
        <li key={week}>
          <h3 className="font-bold">{t('week', { day: day(`${week}T12:00:00+03:00`) })}</h3>
          <ul className="list-disc pl-6">
            {counts
              .filter((count) => count.week === week)
              .map((count) => (
                <li key={`${count.category}-${count.band}`}>
                  {t('counted', {
                    what: category(count.category),
                    when: t(`band.${count.band}`),
                    count: count.riders,
                  })}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
