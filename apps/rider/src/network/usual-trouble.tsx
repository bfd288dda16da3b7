import type { UsualTrouble as Usual } from '@salama/domain/network/contract'
import { toCityTime } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'
import { busiestOf } from './busiest.ts'

/** What usually happens on a line by hour, on weekdays and on weekends; nothing where too few riders reported. */
export function UsualTrouble({ usual, nowMs }: { usual: Usual; nowMs: number }) {
  return [false, true].map((weekend) => <Days key={String(weekend)} usual={usual} weekend={weekend} nowMs={nowMs} />)
}

function Days({ usual, weekend, nowMs }: { usual: Usual; weekend: boolean; nowMs: number }) {
  const t = useTranslations('usual')
  const category = useTranslations('categories')
  const hours = usual.hours.filter((each) => each.weekend === weekend)
  const [most] = usual.categories.filter((each) => each.weekend === weekend)
  const busiest = busiestOf(hours)
  if (!busiest) return null
  const words = t('most', { from: clockOf(busiest.from), to: clockOf(busiest.to + 1) })
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{t(weekend ? 'weekends' : 'weekdays')}</h3>
      <p>
        {words} {most && t('mostly', { category: category(most.category) })}
      </p>
      <HourBars hours={hours} busiest={busiest} nowHour={nowHourOf(nowMs, weekend)} />
      <p className="text-sm text-soft">{t('counted')}</p>
    </div>
  )
}

const clockOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`

/** The hour of now in the city, if today is such a day. */
function nowHourOf(nowMs: number, weekend: boolean): number | null {
  const now = toCityTime(nowMs)
  const isWeekend = [0, 6].includes(new Date(`${now}Z`).getUTCDay())
  return isWeekend === weekend ? Number(now.slice(11, 13)) : null
}

type Hours = readonly { hour: number; riders: number }[]

/** Bars from 05:00 to 23:00: height is riders, the busiest hours stand out, a band is under now. A sentence says the same. */
function HourBars({
  hours,
  busiest,
  nowHour,
}: {
  hours: Hours
  busiest: { from: number; to: number }
  nowHour: number | null
}) {
  const most = Math.max(...hours.map(({ riders }) => riders))
  const ridersAt = new Map(hours.map(({ hour, riders }) => [hour, riders]))
  const first = Math.min(5, ...hours.map(({ hour }) => hour))
  const shown = Array.from({ length: 24 - first }, (_, index) => first + index)
  return (
    <div aria-hidden="true">
      <div className="flex h-24 items-end gap-1">
        {shown.map((hour) => (
          <span key={hour} className="flex h-full flex-1 flex-col justify-end">
            <span
              className={`rounded-t-sm ${hour >= busiest.from && hour <= busiest.to ? 'bg-sign-caution' : 'bg-edge'}`}
              style={{ height: `${Math.max(4, ((ridersAt.get(hour) ?? 0) / most) * 100)}%` }}
            />
            <span className={`mt-0.5 h-1 ${hour === nowHour ? 'bg-band' : ''}`} />
          </span>
        ))}
      </div>
      <div className="flex justify-between text-[min(var(--text-sm),20px)] text-soft">
        {[first, 12, 18, 23].map((hour) => (
          <span key={hour}>{clockOf(hour)}</span>
        ))}
      </div>
    </div>
  )
}
