import { fromCityTime } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CalendarPlus, Target } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { ProgressRing } from '@/pictures/progress-ring.tsx'
import { DAYS } from './reminder.ts'

type Week = { from: string; items: number }
type Props = { itemsPerWeek: number | null; weeks: readonly Week[]; isSaved: boolean; hasFailed: boolean }

const GOALS = [1, 2, 3, 5, 7, 10, 15]
const FIELD = 'min-h-touch max-w-full rounded-control border border-edge bg-paper px-3 text-ink'

/** What the person did each week, and the goal that they set themselves. Missing it has no consequence. */
export function WeeklyGoal({ itemsPerWeek, weeks, isSaved, hasFailed }: Props) {
  const t = useTranslations('path')
  const locale = useLocale()
  const done = weeks.at(-1)?.items ?? 0
  const goals =
    itemsPerWeek === null || GOALS.includes(itemsPerWeek) ? GOALS : [...GOALS, itemsPerWeek].toSorted((a, b) => a - b)
  return (
    <section aria-labelledby="goal" className="flex flex-col gap-4">
      <h2 id="goal" className="font-semibold">
        {t('weekTitle')}
      </h2>
      <p className="flex flex-wrap items-center gap-3">
        {itemsPerWeek !== null && <ProgressRing done={Math.min(done, itemsPerWeek)} of={itemsPerWeek} />}
        <span className="font-semibold">
          {itemsPerWeek === null ? t('done', { done }) : t('doneOf', { done, of: itemsPerWeek })}
          {itemsPerWeek !== null && done >= itemsPerWeek && ` ${t('reached')}`}
        </span>
      </p>
      <Weeks weeks={weeks} />
      <form method="post" action={`/api/learning-goal?locale=${locale}`} className="flex flex-wrap items-end gap-3">
        <label className="flex max-w-full flex-col gap-1 font-semibold">
          {t('goal')}
          <select name="itemsPerWeek" defaultValue={itemsPerWeek ?? ''} className={FIELD}>
            <option value="">{t('noGoal')}</option>
            {goals.map((goal) => (
              <option key={goal} value={goal}>
                {t('perWeek', { count: goal })}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">
          <Icon as={Target} />
          {t('saveGoal')}
        </Button>
      </form>
      {isSaved && (
        <Notice tone="ok" announce="polite">
          {t('goalSaved')}
        </Notice>
      )}
      {hasFailed && (
        <Notice tone="danger" announce="assertive">
          {t('goalFailed')}
        </Notice>
      )}
      <details className="rounded-control bg-raised px-3">
        <summary className="flex min-h-touch cursor-pointer items-center font-semibold text-link underline">
          {t('remindMe')}
        </summary>
        <form method="get" action="/api/reminder" className="flex flex-wrap items-end gap-3 py-3">
          <input type="hidden" name="locale" value={locale} />
          <label className="flex max-w-full flex-col gap-1 font-semibold">
            {t('day')}
            <select name="day" defaultValue="SA" className={FIELD}>
              {DAYS.map((day) => (
                <option key={day} value={day}>
                  {t(`days.${day}`)}
                </option>
              ))}
            </select>
          </label>
          <label className="flex max-w-full flex-col gap-1 font-semibold">
            {t('time')}
            <input type="time" name="time" required defaultValue="18:00" className={FIELD} />
          </label>
          <Button type="submit">
            <Icon as={CalendarPlus} />
            {t('addToCalendar')}
          </Button>
          <p className="w-full text-soft">{t('remindWords')}</p>
        </form>
      </details>
    </section>
  )
}

/** From the first week in which something was done; one week alone is said in words already. */
function Weeks({ weeks: all }: { weeks: readonly Week[] }) {
  const t = useTranslations('path')
  const { day } = useTimes()
  const weeks = all.slice(
    Math.max(
      0,
      all.findIndex(({ items }) => items > 0),
    ),
  )
  if (weeks.length < 2 || weeks.every(({ items }) => items === 0)) return null
  const most = Math.max(1, ...weeks.map(({ items }) => items))
  return (
    <ul aria-label={t('weeks')} className="flex h-20 max-w-md items-end gap-2">
      {weeks.map(({ from, items }) => (
        <li key={from} className="flex h-full flex-1 flex-col justify-end">
          <span className="sr-only">{t('weekOf', { day: day(fromCityTime(from)), items })}</span>
          <span
            aria-hidden
            className={items === 0 ? 'h-1 rounded bg-line' : 'rounded bg-link'}
            style={items === 0 ? undefined : { height: `${Math.round((items * 100) / most)}%` }}
          />
        </li>
      ))}
    </ul>
  )
}
