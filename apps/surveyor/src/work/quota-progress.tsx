import { Meter } from '@salama/ui/components/meter.tsx'
import { useFormatter, useTranslations } from 'next-intl'
import type { Done, Quota } from './quota.ts'

/** What is asked for, in one line: "10 vehicles · 120 minutes of counting · sticker, seats". */
export function QuotaWords({ quota }: { quota: Quota }) {
  const t = useTranslations('work')
  const { list } = useFormatter()
  const { vehicles, minutes, facts } = quota
  const parts = [
    vehicles !== null && t('askedVehicles', { count: vehicles }),
    minutes !== null && t('askedMinutes', { count: minutes }),
    facts.length > 0 && t('askedFacts', { facts: list(facts.map((fact) => t(`fact.${fact}`))) }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? <p className="font-semibold">{parts.join(' · ')}</p> : null
}

const WHY = ['repeated', 'far', 'rejected', 'incomplete'] as const

/** How much of it is done: "6 of 10 vehicles", "35 of 120 minutes". */
export function QuotaProgress({ quota, done }: { quota: Quota; done: Done }) {
  const t = useTranslations('work')
  const { list } = useFormatter()
  const { vehicles, minutes } = quota
  return (
    <div className="flex flex-col gap-3">
      {vehicles !== null ? (
        <div className="flex flex-col gap-1">
          <Meter label={t('vehiclesOf', { done: done.vehicles, all: vehicles })} value={done.vehicles} max={vehicles} />
          {done.aside > 0 && (
            <p className="text-sm text-warn">
              {t('aside', { count: done.aside })}:{' '}
              {list(
                WHY.flatMap((why) => (done.tally[why] > 0 ? [t(`asideWhy.${why}`, { count: done.tally[why] })] : [])),
              )}
            </p>
          )}
        </div>
      ) : (
        done.vehicles > 0 && <p className="font-semibold">{t('recorded', { count: done.vehicles })}</p>
      )}
      {minutes !== null && (
        <Meter label={t('minutesOf', { done: done.minutes, all: minutes })} value={done.minutes} max={minutes} />
      )}
      {done.counted > 0 && <p className="font-semibold">{t('counted', { count: done.counted })}</p>}
    </div>
  )
}

/** What counts is solid, what was recorded but does not count is striped. The numbers stand beside it. */
export function QuotaBar({ done: { vehicles, aside }, asked }: { done: Done; asked: number }) {
  const share = (count: number) => `${(100 * count) / Math.max(asked, vehicles + aside)}%`
  return (
    <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-line">
      <div className="bg-ok forced-colors:bg-[Highlight]" style={{ width: share(vehicles) }} />
      <div
        className="bg-[repeating-linear-gradient(-45deg,var(--color-warn)_0_3px,var(--color-warn-wash)_3px_6px)]"
        style={{ width: share(aside) }}
      />
    </div>
  )
}
