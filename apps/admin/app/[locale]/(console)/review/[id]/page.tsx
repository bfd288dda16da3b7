import { getReviewEntry } from '@salama/domain/reviews'
import { DomainError } from '@salama/domain/shared'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { EntryDesk } from '@/review/entry-desk.tsx'
import { readFilter } from '@/review/filter.ts'
import { readTask } from '@/review/tasks.ts'
import { adminPage } from '@/shell/admin-page.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review'))('entryTitle') }
}

/** One thing that waits, beside what it should be read with. */
export default adminPage<PageProps<'/[locale]/review/[id]'>>(async ({ params, searchParams }, { caller }) => {
  const [{ id }, query] = await Promise.all([params, searchParams])
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) notFound()
  const entry = await getReviewEntry(caller, { id }).catch((error: unknown) => {
    if (error instanceof DomainError && error.slug === 'not_found') notFound()
    throw error
  })
  return (
    <ClientMessages of={['common', 'console', 'errors', 'review', 'categories', 'tags', 'incidents', 'map']}>
      <EntryDesk
        key={entry.id}
        initial={entry}
        filter={readFilter(query)}
        task={readTask(query.do)}
        renderedAt={new Date().toISOString()}
      />
    </ClientMessages>
  )
})
