import { listAlerts, listFollows } from '@salama/domain/alerts'
import type { Alert } from '@salama/domain/alerts/contract'
import { getCaller, readSavedForm } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { Bell } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { FollowList, MarkRead, RiderPushSwitch } from '@/alerts/alerts-page.tsx'
import { publicKey } from '@/alerts/follow.tsx'
import { FollowPlace } from '@/alerts/follow-place.tsx'
import { CursorLinks, cursorOf } from '@/cursor.tsx'
import { placeOf } from '@/nearby/query.ts'
import { pageMetadata } from '@/page-metadata.ts'
import { Section } from '@/section.tsx'
import { TextLink } from '@/text-link.tsx'

export async function generateMetadata() {
  const t = await getTranslations('alerts')
  return pageMetadata('/alerts', { title: t('title') }, { listed: false })
}

/** The alerts of the signed-in account, or of this phone, and what they are made of. */
export default dataPage(async function AlertsPage({ searchParams }: PageProps<'/[locale]/alerts'>) {
  const [caller, asked, t] = await Promise.all([getCaller(), searchParams, getTranslations('alerts')])
  const { cursor, again } = asked
  const get = (name: string) => [asked[name]].flat()[0] ?? null
  const [alerts, follows, form] = await Promise.all([
    orNotFound(listAlerts(caller, { limit: 20, ...cursorOf(cursor) })),
    listFollows(caller, {}),
    readSavedForm(again),
  ])
  const nowMs = Date.now()
  return (
    <ClientMessages of={['common', 'alerts', 'errors', 'stops']}>
      <SplitPage
        head={
          <>
            <PageHeader title={t('title')}>
              <p>{follows.unread > 0 ? t('unread', { count: follows.unread }) : t('lead')}</p>
            </PageHeader>
            <RiderPushSwitch publicKey={publicKey()} />
          </>
        }
      >
        {follows.unread > 0 && <MarkRead />}
        {alerts.data.length === 0 ? (
          <EmptyState icon={<Icon as={Bell} />} title={t('none')}>
            <p>{t('noneWords')}</p>
          </EmptyState>
        ) : (
          <ul className="flex flex-col">
            {alerts.data.map((alert) => (
              <li key={alert.id} className="border-b border-line py-2 last:border-0">
                <AlertEntry alert={alert} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        )}
        <CursorLinks
          path="/alerts"
          cursor={cursor}
          next={alerts.page.nextCursor}
          nextLabel={t('older')}
          firstLabel={t('newest')}
        />
        <Section title={t('following')}>
          {follows.data.length === 0 && <p>{t('followingNone')}</p>}
          <FollowList follows={follows.data} refused={form?.code} />
          <TextLink href="/corridors">{t('toCorridors')}</TextLink>
        </Section>
        <Section id="follow-place" title={t('followPlaceTitle')}>
          <FollowPlace publicKey={publicKey()} given={placeOf(get)} givenRadiusM={Number(get('radiusM')) || null} />
        </Section>
        <p className="max-w-prose border-t border-line pt-3 text-soft">{t('rules')}</p>
      </SplitPage>
    </ClientMessages>
  )
})

/** An alert: an incident as it is public now, or the caller's own report. */
function AlertEntry({ alert: { at, isRead, because, incident, report }, nowMs }: { alert: Alert; nowMs: number }) {
  const t = useTranslations('alerts')
  const states = useTranslations('lookBack')
  const { moment } = useTimes()
  return (
    <article>
      <p className="text-sm text-soft">
        {!isRead && <strong className="text-ink">{t('new')} · </strong>}
        {because !== null && `${t('because', { name: because })} · `}
        {moment(at)}
      </p>
      {incident && <IncidentCard incident={incident} nowMs={nowMs} />}
      {report && (
        <p>
          {t('ownReport')}: <strong>{states(`states.${report.state}`)}</strong>
        </p>
      )}
      {!incident && !report && <p>{t('gone')}</p>}
    </article>
  )
}
