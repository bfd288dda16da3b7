import { listOwnReports } from '@salama/domain/reports'
import type { OwnReport } from '@salama/domain/reports/own-contract'
import { requireCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Megaphone } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { publicKey } from '@/alerts/follow.tsx'
import { FollowButton } from '@/alerts/follow-button.tsx'
import { CursorLinks, cursorOf } from '@/cursor.tsx'
import { canBeMailed, OwnReportCard } from '@/my-reports/own-report-card.tsx'
import { pageMetadata } from '@/page-metadata.ts'
import { TextLink } from '@/text-link.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('myReports')
  return pageMetadata('/my-reports', { title: t('title') }, { listed: false })
}

/** The reports of the signed-in person. The proxy redirects everyone else to sign-in. */
export default dataPage(async function MyReportsPage({ searchParams }: PageProps<'/[locale]/my-reports'>) {
  const [caller, { cursor }, t, mails] = await Promise.all([
    requireCaller(),
    searchParams,
    getTranslations('myReports'),
    getTranslations('reportMails'),
  ])
  const reports = await orNotFound(listOwnReports(caller, { limit: 20, ...cursorOf(cursor) }))
  return (
    <SplitPage
      head={
        <PageHeader title={t('title')} back={{ href: '/account', label: t('account') }}>
          <p>{t('lead')}</p>
          {reports.data.some(canBeMailed) && <p className="mt-2 text-base">{mails('useAccount')}</p>}
        </PageHeader>
      }
    >
      {reports.data.length === 0 ? (
        <EmptyState
          icon={<Icon as={Megaphone} />}
          title={t('none')}
          action={<LinkButton href="/report">{t('report')}</LinkButton>}
        >
          <p>{t('noneWords')}</p>
        </EmptyState>
      ) : (
        <ClientMessages of={['common', 'errors', 'lookBack', 'myReports', 'alerts', 'reportMails']}>
          <ul className="@container border-y border-line">
            {reports.data.map((report) => (
              <li key={`${report.id}-${report.version}`} className="border-b border-line last:border-0">
                <OwnReportCard report={report} />
                {canFollow(report) && (
                  <div className="pb-5 ps-14">
                    <FollowButton target={{ kind: 'report', id: report.id }} publicKey={publicKey()} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </ClientMessages>
      )}
      <div className="flex flex-col items-start gap-2">
        <CursorLinks
          path="/my-reports"
          cursor={cursor}
          next={reports.page.nextCursor}
          nextLabel={t('older')}
          firstLabel={t('newest')}
        />
        <p className="text-soft">{t('withoutAccount')}</p>
        <TextLink href="/receipt">{t('receipt')}</TextLink>
      </div>
    </SplitPage>
  )
})

/** Nothing more becomes of a closed report; one that is never shown is not followed (see `api.follow`). */
const canFollow = ({ state, visibility }: OwnReport) =>
  (visibility === 'public' || visibility === 'coarse') && !['withdrawn', 'rejected', 'duplicate'].includes(state)
