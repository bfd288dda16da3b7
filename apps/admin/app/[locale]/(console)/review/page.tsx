import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { readFilter } from '@/review/filter.ts'
import { DESK_MESSAGES, readQueue } from '@/review/read-queue.ts'
import { ReviewDesk } from '@/review/review-desk.tsx'
import { adminPage } from '@/shell/admin-page.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review'))('title') }
}

/** The review queue, sorted by due time. */
export default adminPage<PageProps<'/[locale]/review'>>(async ({ searchParams }, { caller }) => {
  const filter = readFilter(await searchParams)
  return (
    <ClientMessages of={DESK_MESSAGES}>
      <ReviewDesk filter={filter} first={await readQueue(caller, filter)} />
    </ClientMessages>
  )
})
