import { listFailedJobs } from '@salama/domain/jobs'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { RetryFailedJobs } from '@/failed-jobs/retry-failed-jobs.tsx'
import { Moment } from '@/lists/facts.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('failedJobs')

/** What could not be delivered for a day, and why; not for whom. */
export default adminPage<PageProps<'/[locale]/failed-jobs'>>(async (_, { caller }) => {
  const [t, { data, count }] = await Promise.all([getTranslations('failedJobs'), listFailedJobs(caller, {})])
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <DataTable
        caption={t('title')}
        rows={data}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('none')} />}
        columns={[
          { key: 'task', label: t('task'), isName: true, cell: ({ task }) => t(`tasks.${task}`) },
          { key: 'failedAt', label: t('failedAt'), cell: ({ failedAt }) => <Moment at={failedAt} /> },
          { key: 'error', label: t('error'), cell: ({ error }) => error && <code className="text-sm">{error}</code> },
        ]}
      />
      {count > 0 && (
        <ClientMessages of={['common', 'console', 'errors', 'failedJobs']}>
          <RetryFailedJobs count={count} />
        </ClientMessages>
      )}
    </>
  )
})
