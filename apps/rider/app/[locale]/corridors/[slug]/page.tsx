import { listCorridorIncidents, listRoutes } from '@salama/domain/network'
import { fromCityTime } from '@salama/domain/shared'
import { getVisitor } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { MapPage } from '@salama/ui/components/map-page.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Megaphone } from 'lucide-react'
import { notFound } from 'next/navigation'
import { hasLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Follow } from '@/alerts/follow.tsx'
import { CursorLinks, cursorOf } from '@/cursor.tsx'
import { IncidentRows } from '@/incident/incident-rows.tsx'
import { BackOverMap } from '@/map/back-over-map.tsx'
import { findCorridor, metadataOf, subjectOf } from '@/network/find.ts'
import { LineFacts, LineMap, readLine, Stages } from '@/network/line-page.tsx'
import { RouteLinks, Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'

type Props = PageProps<'/[locale]/corridors/[slug]'>

export const generateMetadata = metadataOf('corridor', findCorridor, ({ name }) => name)

/** A corridor: its live and past incidents, and the routes that use it. */
export default dataPage(async function CorridorPage({ params, searchParams }: Props) {
  const [corridor, { locale }] = await Promise.all([subjectOf('corridors', findCorridor, params), params])
  if (!hasLocale(routing.locales, locale)) notFound()
  const [{ cursor, way }, caller] = await Promise.all([searchParams, getVisitor()])
  const subject = { kind: 'corridor', id: corridor.id, slug: corridor.slug } as const
  const [happened, routes, { line, direction }, t] = await Promise.all([
    orNotFound(listCorridorIncidents(caller, { id: corridor.id, limit: 20, ...cursorOf(cursor) })),
    listRoutes(caller, { corridorId: corridor.id, limit: 100 }),
    readLine(subject, way),
    getTranslations('corridor'),
  ])
  const nowMs = Date.now()
  const live = happened.data.filter((incident) => incident.lifecycle === 'active')
  const past = happened.data.filter((incident) => incident.lifecycle !== 'active')
  const isFirst = cursor === undefined
  const onLine = new Set(direction?.live.map(({ incident }) => incident.id))
  const elsewhere = live.filter(({ id }) => !onLine.has(id))
  return (
    <MapPage
      low
      map={<LineMap subject={subject} line={line} incidents={live} locale={locale} nowMs={nowMs} />}
      over={
        <>
          <BackOverMap href="/corridors" label={t('all')} />
          <Share title={corridor.name} path={`/corridors/${corridor.slug}`} place="map" />
        </>
      }
    >
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-bold">{corridor.name}</h1>
        <p className="text-soft">
          {t('length', { km: Math.round(corridor.lengthM / 1000), routes: routes.data.length })}
        </p>
      </header>
      {isFirst && (elsewhere.length > 0 || live.length === 0) && (
        <Section title={t('live')}>
          <IncidentRows incidents={elsewhere} nowMs={nowMs} none={t('liveNone')} />
        </Section>
      )}
      {isFirst && direction && <Stages subject={subject} line={line} direction={direction} nowMs={nowMs} />}
      {isFirst && <LineFacts line={line} nowMs={nowMs} />}
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
      <Dock>
        <Follow kind="corridor" id={corridor.id} docked />
        <LinkButton href="/report" variant="main" size="large">
          <Icon as={Megaphone} />
          {t('report')}
        </LinkButton>
      </Dock>
    </MapPage>
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
