import { getReviewEntry } from '@salama/domain/reviews'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EntryView } from '@/review/entry-view.tsx'
import { readFilter } from '@/review/filter.ts'
import { readTask } from '@/review/tasks.ts'
import { adminPage } from '@/shell/admin-page.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('review'))('entryTitle') }
}

/** One review entry with its context. */
export default adminPage<PageProps<'/[locale]/review/[id]'>>(async ({ params, searchParams }, { caller }) => {
  const [{ id }, query] = await Promise.all([params, searchParams])
  const entry = await orNotFound(getReviewEntry(caller, { id: idIn(id) }))
  return (
    <ClientMessages of={['common', 'console', 'errors', 'review', 'categories', 'tags', 'incidents', 'map']}>
      <EntryView
        key={entry.id}
        initial={entry}
        filter={readFilter(query)}
        task={readTask(query.do)}
        undo={query.do === 'undo'}
        renderedAt={new Date().toISOString()}
      />
    </ClientMessages>
  )
})
