import { listReviewQueue } from '@salama/domain/reviews'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations } from 'next-intl/server'
import { adminPage } from '@/shell/admin-page.tsx'

export default adminPage<PageProps<'/[locale]/review'>>(async (_, { caller }) => {
  const [t, queue] = await Promise.all([
    getTranslations('console'),
    listReviewQueue(caller, { state: 'open', limit: 20 }),
  ])
  return <PageHeader title={`${t('place.review')} (${queue.data.length})`} />
})
