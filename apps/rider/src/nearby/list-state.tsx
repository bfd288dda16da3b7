import { FailedState, OfflineState } from '@salama/ui/components/list-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Route } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { NoReports } from '@/report/no-reports.tsx'
import type { NearbyQuery } from './query.ts'
import type { Nearby } from './use-nearby.ts'

/** The status of the list: offline, failed, outside the service area or empty; and the count for screen readers. */
export function ListState({ nearby, query }: { nearby: Nearby; query: NearbyQuery }) {
  const t = useTranslations('nearby')
  const { loaded, fresh, problem, reload } = nearby
  const { data, location } = loaded.reply
  const { clock } = useTimes()
  const age = () => (fresh ? t('asOf', { time: clock(loaded.reply.asOf) }) : t('notLoaded'))
  return (
    <div className="flex flex-col gap-3 *:mt-4">
      {problem === 'offline' && (
        <OfflineState>
          <p>{age()}</p>
        </OfflineState>
      )}
      {problem === 'failed' && (
        <FailedState title={t('failedTitle')} onRetry={reload}>
          <p>{age()}</p>
        </FailedState>
      )}
      {fresh && !location.inServiceArea && (
        <Notice tone="warn" title={t('outsideTitle')}>
          <p>{location.serviceArea ? t('outside', { area: location.serviceArea }) : t('outsideAll')}</p>
        </Notice>
      )}
      {fresh && data.length === 0 && location.inServiceArea && (
        <NoReports
          icon={Route}
          title={query.category === null ? t('emptyTitle') : t('emptyCategoryTitle')}
          action={t('emptyAction')}
        >
          {t('empty')}
        </NoReports>
      )}
      {fresh && data.length > 0 && (
        <p role="status" className="sr-only">
          {t('count', { count: data.length })}
        </p>
      )}
    </div>
  )
}
