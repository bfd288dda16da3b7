import { listIncidents } from '@salama/domain/incidents'
import { getVisitor } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import { allCorridors } from '@/network/find.ts'
import { pageMetadata } from '@/page-metadata.ts'
import { Share } from '@/share/share.tsx'

export async function generateMetadata() {
  const t = await getTranslations('corridors')
  return pageMetadata('/corridors', { title: t('title'), description: t('lead') })
}

/** All corridors by name, with the number of live incidents on each. */
export default dataPage(async function CorridorsPage() {
  const caller = await getVisitor()
  const [corridors, live, t] = await Promise.all([
    allCorridors(caller),
    listIncidents(caller, { limit: 100 }),
    getTranslations('corridors'),
  ])
  const counts = Map.groupBy(live.data, ({ corridor }) => corridor?.id)
  // With more than a page of live incidents the counts would be too low.
  const liveOn = (id: string) => (live.page.nextCursor === null ? (counts.get(id)?.length ?? 0) : 0)
  return (
    <SplitPage
      head={
        <>
          <PageHeader title={t('title')} back={{ href: '/search', label: t('search') }}>
            <p>{t('lead')}</p>
          </PageHeader>
          <Share title={t('title')} path="/corridors" />
        </>
      }
    >
      {corridors.length === 0 && <p className="border-s-4 border-edge ps-4">{t('none')}</p>}
      <ul className="flex flex-col">
        {corridors.map(({ id, slug, name, lengthM }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Link
              href={`/corridors/${slug}`}
              prefetch={false}
              className="flex min-h-14 flex-wrap items-center gap-x-4 py-2 hover:bg-raised"
            >
              <span className="me-auto font-semibold text-link underline">{name}</span>
              {liveOn(id) > 0 && <strong>{t('live', { count: liveOn(id) })}</strong>}
              <span className="text-soft">{t('length', { km: Math.max(1, Math.round(lengthM / 1000)) })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </SplitPage>
  )
})
