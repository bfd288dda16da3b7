import { listFeedImports } from '@salama/domain/network/feed-imports'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { getTranslations } from 'next-intl/server'
import { Moment, Part } from '@/lists/facts.tsx'
import { FeedForm } from '@/network/feed-form.tsx'
import { NoServiceArea } from '@/network/report.tsx'
import { DataTable } from '@/parts/data-table.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('network')

export default adminPage<PageProps<'/[locale]/network'>>(async (_, { caller }) => {
  const [t, imports] = await Promise.all([getTranslations('network'), listFeedImports(caller, {})])
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">{t('lead')}</p>
      </PageHeader>
      <div className="pb-4">
        <LinkButton href="/network/map">{t('toMap')}</LinkButton>
      </div>
      <ClientMessages of={['common', 'console', 'errors', 'network']}>
        <FeedForm feeds={imports.feeds} />
      </ClientMessages>
      {imports.feeds.length === 0 && <Notice tone="danger" title={t('noFeeds')} />}
      {imports.feeds
        .filter((feed) => !feed.hasServiceArea)
        .map(({ feed }) => (
          <NoServiceArea key={feed} feed={feed} />
        ))}
      <Part title={t('imports')}>
        <DataTable
          caption={t('imports')}
          rows={imports.data}
          keyOf={({ id }) => id}
          empty={<p className="text-soft">{t('noImports')}</p>}
          columns={[
            { label: t('startedAt'), cell: ({ startedAt }) => <Moment at={startedAt} /> },
            {
              label: t('file'),
              isName: true,
              cell: ({ id, fileName, byAdmin }) => (
                <Link href={`/network/${id}`} className="touch-link wrap-anywhere">
                  {fileName ?? t(byAdmin ? 'ownFeed' : 'fromServer')}
                </Link>
              ),
            },
            { label: t('feed'), cell: ({ feed }) => feed },
            { label: t('state'), cell: ({ state }) => t(`states.${state}`) },
          ]}
        />
      </Part>
    </>
  )
})
