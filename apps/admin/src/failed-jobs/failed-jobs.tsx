import type { listFailedJobs } from '@salama/domain/jobs/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useTranslations } from 'next-intl'
import { Moment, Part } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { RetryFailedJobs } from './retry-failed-jobs.tsx'

/** What could not be delivered for a day, and why; not for whom. */
export function FailedJobs({ failed: { data, count } }: { failed: ReplyOf<typeof listFailedJobs> }) {
  const t = useTranslations('failedJobs')
  return (
    <Part title={t('title')} lead={t('lead')}>
      <DataTable
        caption={t('title')}
        rows={data}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('none')} />}
        columns={[
          { label: t('task'), isName: true, cell: ({ task }) => t(`tasks.${task}`) },
          { label: t('failedAt'), cell: ({ failedAt }) => <Moment at={failedAt} /> },
          { label: t('error'), cell: ({ error }) => error && <code className="text-sm">{error}</code> },
        ]}
      />
      {count > 0 && (
        <ClientMessages of={['common', 'console', 'errors', 'failedJobs']}>
          <RetryFailedJobs count={count} />
        </ClientMessages>
      )}
    </Part>
  )
}
