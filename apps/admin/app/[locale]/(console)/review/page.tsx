import { listReviewQueue } from '@salama/domain/reviews'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { filterQuery, PAGE_SIZE, readFilter } from '@/review/filter.ts'
import { Queue } from '@/review/queue.tsx'
import { QueueFilters } from '@/review/queue-filters.tsx'
import { adminPage } from '@/shell/admin-page.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review'))('title') }
}

/** The review queue, sorted by due time. */
export default adminPage<PageProps<'/[locale]/review'>>(async ({ searchParams }, { caller }) => {
  const filter = readFilter(await searchParams)
  const [t, first] = await Promise.all([
    getTranslations('review'),
    listReviewQueue(caller, {
      ...filter,
      state: filter.state ?? 'open',
      mine: filter.mine === 'true',
      limit: PAGE_SIZE,
    }),
  ])
  return (
    <>
      <PageHeader title={t('title')} />
      <ClientMessages of={['common', 'console', 'errors', 'review', 'categories']}>
        <QueueFilters filter={filter} />
        <Queue key={filterQuery(filter)} filter={filter} first={first} />
      </ClientMessages>
    </>
  )
})
