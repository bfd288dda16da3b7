import { getReviewEntry } from '@salama/domain/reviews'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { readFilter } from '@/review/filter.ts'
import { DESK_MESSAGES, readQueue } from '@/review/read-queue.ts'
import { ReviewDesk } from '@/review/review-desk.tsx'
import { adminPage, titleMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = titleMetadata('review.entryTitle')

/** One review entry beside the queue. */
export default adminPage<PageProps<'/[locale]/review/[id]'>>(async ({ params, searchParams }, { caller }) => {
  const [{ id }, query] = await Promise.all([params, searchParams])
  const filter = readFilter(query)
  const [entry, first] = await Promise.all([
    orNotFound(getReviewEntry(caller, { id: idIn(id) })),
    readQueue(caller, filter),
  ])
  return (
    <ClientMessages of={DESK_MESSAGES}>
      <ReviewDesk filter={filter} first={first} entry={entry} />
    </ClientMessages>
  )
})
