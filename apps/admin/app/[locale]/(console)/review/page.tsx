import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { readFilter } from '@/review/filter.ts'
import { DESK_MESSAGES, readQueue } from '@/review/read-queue.ts'
import { ReviewDesk } from '@/review/review-desk.tsx'
import { adminPage, titleMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = titleMetadata('review.title')

/** The review queue, sorted by due time. */
export default adminPage<PageProps<'/[locale]/review'>>(async ({ searchParams }, { caller }) => {
  const filter = readFilter(await searchParams)
  return (
    <ClientMessages of={DESK_MESSAGES}>
      <ReviewDesk filter={filter} first={await readQueue(caller, filter)} />
    </ClientMessages>
  )
})
