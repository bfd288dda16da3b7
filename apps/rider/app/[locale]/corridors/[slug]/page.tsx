import { listCorridorIncidents, listRoutes } from '@salama/domain/network'
import { fromCityTime } from '@salama/domain/shared'
import { getVisitor } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { Megaphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Follow } from '@/alerts/follow.tsx'
import { CursorLinks, cursorOf } from '@/cursor.tsx'
import { IncidentRows } from '@/incident/incident-facts.tsx'
import { findCorridor, metadataOf, subjectOf } from '@/network/find.ts'
import { LineMap } from '@/network/line-map.tsx'
import { RouteLinks, Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'

type Props = PageProps<'/[locale]/corridors/[slug]'>

export const generateMetadata = metadataOf('corridor', findCorridor, ({ name }) => name)

/** A corridor: its live and past incidents, and the routes that use it. */
export default dataPage(async function CorridorPage({ params, searchParams }: Props) {
  const corridor = await subjectOf('corridors', findCorridor, params)
  const [{ cursor }, caller] = await Promise.all([searchParams, getVisitor()])
  const [happened, routes, t, tIncidents, category] = await Promise.all([
    orNotFound(listCorridorIncidents(caller, { id: corridor.id, limit: 20, ...cursorOf(cursor) })),
    listRoutes(caller, { corridorId: corridor.id, limit: 100 }),
    getTranslations('corridor'),
    getTranslations('incidents'),
    getTranslations('categories'),
  ])
  const nowMs = Date.now()
  const live = happened.data.filter((incident) => incident.lifecycle === 'active')
  const past = happened.data.filter((incident) => incident.lifecycle !== 'active')
  const isFirst = cursor === undefined
  const marked = withLabels(live, nowMs, tIncidents, category)
  return (
    <SplitPage
      as="article"
      head={
        <>
          <PageHeader title={corridor.name} back={{ href: '/corridors', label: t('all') }}>
            <p>{t('length', { km: Math.round(corridor.lengthM / 1000), routes: routes.data.length })}</p>
          </PageHeader>
          {isFirst && (
            <div className="flex flex-wrap gap-3">
              <Follow kind="corridor" id={corridor.id} />
              <Share title={corridor.name} path={`/corridors/${corridor.slug}`} />
            </div>
          )}
          {isFirst && (
            <ClientMessages of={['common', 'line', 'map']}>
              <LineMap id={corridor.id} incidents={marked} />
            </ClientMessages>
          )}
        </>
      }
    >
      {isFirst && (
        <Section title={t('live')}>
          <IncidentRows incidents={live} nowMs={nowMs} none={t('liveNone')}>
            <LinkButton href="/report">
              <Icon as={Megaphone} />
              {t('report')}
            </LinkButton>
          </IncidentRows>
        </Section>
      )}
      <Section title={t('past')} lead={t('pastWords')}>
        <IncidentRows incidents={past} nowMs={nowMs} none={t('pastNone')} />
        <CursorLinks
          path={`/corridors/${corridor.slug}`}
          cursor={cursor}
          next={happened.page.nextCursor}
          nextLabel={t('older')}
          firstLabel={t('newest')}
        />
      </Section>
      {isFirst && (
        <>
          <Section title={t('weekly')} lead={t('weeklyWords')}>
            <Weekly counts={happened.weekly} />
          </Section>
          <Section title={t('routes')}>
            <RouteLinks routes={routes.data} />
          </Section>
        </>
      )}
    </SplitPage>
  )
})

type Counts = Awaited<ReturnType<typeof listCorridorIncidents>>['weekly']

/** Weekly counts of categories that are not shown individually, newest first. */
function Weekly({ counts }: { counts: Counts }) {
  const t = useTranslations('corridor')
  const category = useTranslations('categories')
  const { day } = useTimes()
  const weeks = [...new Set(counts.map((count) => count.week))].toSorted().toReversed()
  if (weeks.length === 0) return <p className="border-s-4 border-edge ps-4">{t('weeklyNone')}</p>
  return (
    <ul className="flex flex-col gap-3">
      {weeks.map((week) => (
        <li key={week}>
          <h3 className="font-semibold">{t('week', { day: day(fromCityTime(week)) })}</h3>
          <ul className="list-disc ps-6">
            {counts
              .filter((count) => count.week === week)
              .map((count) => (
                <li key={`${count.category}-${count.band}`}>
                  {t('counted', {
                    what: category(count.category),
                    when: t(`band.${count.band}`),
                    count: count.riders,
                  })}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
