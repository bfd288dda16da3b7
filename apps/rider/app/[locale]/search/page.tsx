import { search } from '@salama/domain/search'
import { getCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/page-metadata.ts'
import { SearchBox } from '@/search/search-box.tsx'

type Props = PageProps<'/[locale]/search'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const [{ q }, t] = await Promise.all([searchParams, getTranslations('search')])
  return pageMetadata('/search', { title: t('title'), description: t('description') }, { listed: q === undefined })
}

export default dataPage(async function SearchPage({ searchParams }: Props) {
  const [asked, t] = await Promise.all([searchParams, getTranslations('search')])
  const { data: query } = search.operation.query.safeParse({ q: [asked.q].flat()[0]?.trim() })
  const initial = query ? { q: query.q, hits: (await search(await getCaller(), query)).data } : null
  return (
    <SplitPage
      head={
        <PageHeader title={t('title')}>
          <p className="hidden md:block">{t('description')}</p>
        </PageHeader>
      }
    >
      <ClientMessages of={['common', 'search', 'plateHint', 'categories']}>
        <SearchBox key={initial?.q ?? ''} initial={initial} />
      </ClientMessages>
    </SplitPage>
  )
})
