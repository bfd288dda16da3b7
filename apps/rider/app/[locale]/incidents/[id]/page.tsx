import { getIncident, getIncidentStory, getReporterIncidentVotes, type IncidentDetail } from '@salama/domain/incidents'
import { DomainError } from '@salama/domain/shared'
import { setPageStatus } from '@salama/http'
import { getCaller, getSignedIn, getVisitor, readSavedForm } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { breakable } from '@salama/ui/components/breakable.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { MapPage } from '@salama/ui/components/map-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { ageOf } from '@salama/ui/incidents/severity.ts'
import { incidentWords, withLabels } from '@salama/ui/incidents/words.ts'
import { Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { z } from 'zod'
import { CertaintySteps } from '@/incident/certainty.tsx'
import { goneWords } from '@/incident/gone.ts'
import { Timeline } from '@/incident/timeline.tsx'
import { BackOverMap } from '@/map/back-over-map.tsx'
import { PictureMap } from '@/map/picture-map.tsx'
import { pageMetadata } from '@/page-metadata.ts'
import { hasStreets, radiusOf } from '@/pictures/map-svg.ts'
import { incidentScene } from '@/pictures/scenes.ts'
import { RouteChips, Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'
import { TextLink } from '@/text-link.tsx'
import { VotePanel } from '@/votes/vote-panel.tsx'

type Props = PageProps<'/[locale]/incidents/[id]'>

export const generateMetadata = dataMetadata(async ({ params }: Props): Promise<Metadata> => {
  const [found, t, common, tIncidents, category] = await Promise.all([
    params.then(({ id }) => findIncident(id)),
    getTranslations('incident'),
    getTranslations('common'),
    getTranslations('incidents'),
    getTranslations('categories'),
  ])
  if (!found) return { title: common('notFoundTitle') }
  if ('gone' in found) return pageMetadata('', { title: t('gone') }, { listed: false })
  const { what, where, sure } = incidentWords(found.incident, Date.now(), tIncidents, category)
  const path = `/incidents/${found.incident.id}`
  // Incidents are live for hours only, so they are not indexed.
  return pageMetadata(
    path,
    { title: `${what}: ${where}`, description: sure },
    { listed: false, picture: `${path}/picture` },
  )
})

export default dataPage(async function IncidentPage({ params, searchParams }: Props) {
  const [{ id, locale }, { again }] = await Promise.all([params, searchParams])
  const [found, t, tIncidents, category] = await Promise.all([
    findIncident(id),
    getTranslations('incident'),
    getTranslations('incidents'),
    getTranslations('categories'),
  ])
  if (!found) notFound()
  const back = { href: '/', label: t('back') }
  if ('gone' in found) {
    setPageStatus(await headers(), 410)
    return <Gone back={back} {...found.gone} />
  }
  const { incident } = found
  const caller = await getCaller()
  const [signedIn, votes, story, form, streets] = await Promise.all([
    getSignedIn(),
    getReporterIncidentVotes(caller, { ids: [id] }),
    getIncidentStory(await getVisitor(), { id }),
    readSavedForm(again),
    hasStreets(),
  ])
  const nowMs = Date.now()
  const words = incidentWords(incident, nowMs, tIncidents, category)
  const isCoarse = incident.precision === 'coarse'
  const scene = incidentScene(incident)
  const mark = { ...incident, age: ageOf(incident, nowMs), left: 50, top: 50 }
  return (
    <MapPage
      map={
        <ClientMessages of={['common', 'pictureMap', 'map', 'incidents', 'categories']}>
          <PictureMap
            src={`/${locale}/incidents/${id}/map`}
            size={{ width: scene.width, height: scene.height }}
            marks={isCoarse ? [] : [mark]}
            area={isCoarse ? words.where : undefined}
            hasStreets={streets}
            live={{
              place: scene.centre,
              radiusM: radiusOf(scene),
              incidents: withLabels([incident], nowMs, tIncidents, category),
            }}
          />
        </ClientMessages>
      }
      over={
        <>
          <BackOverMap {...back} />
          <Share title={`${words.what}: ${words.where}`} path={`/incidents/${incident.id}`} place="map" />
        </>
      }
    >
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-bold">{words.what}</h1>
        <p>{breakable(words.where)}</p>
        <p className="text-soft">{[words.over, words.seen, words.severity].filter(Boolean).join(' · ')}</p>
        {isCoarse && <p className="text-sm text-soft">{t('coarse')}</p>}
      </header>
      <CertaintySteps incident={incident} />
      {incident.vehicle && (
        <p>
          {incident.vehicle.publicCode ? (
            <TextLink href={`/v/${incident.vehicle.publicCode}`}>
              <Plate value={incident.vehicle.plate} />
            </TextLink>
          ) : (
            <Plate value={incident.vehicle.plate} />
          )}
          {incident.vehicle.fleetName && <span className="ms-2">{incident.vehicle.fleetName}</span>}
        </p>
      )}
      <Section title={t('story')}>
        <Timeline incident={incident} steps={story.steps} nowMs={nowMs} />
      </Section>
      {story.routes.length > 0 && (
        <Section title={t('routes')}>
          <RouteChips routes={story.routes} />
        </Section>
      )}
      {incident.corridor && (
        <p className="pb-4">
          <TextLink href={`/corridors/${incident.corridor.slug}`}>
            {t('onCorridor', { corridor: incident.corridor.name })}
          </TextLink>
        </p>
      )}
      {incident.lifecycle === 'active' && (
        <ClientMessages of={['common', 'votes']}>
          <VotePanel
            incident={{ id: incident.id, category: incident.category }}
            mine={votes.data[0]?.vote ?? null}
            refused={form?.code}
            signedIn={signedIn !== null}
          />
        </ClientMessages>
      )}
    </MapPage>
  )
})

type GoneProps = { back: { href: string; label: string }; reason: string; mergedInto: string | null }

/** Why the incident is gone, so that people who disputed it see that it was reviewed. */
async function Gone({ back, reason, mergedInto }: GoneProps) {
  const t = await getTranslations('incident')
  const why = goneWords(reason, mergedInto)
  return (
    <SplitPage head={<PageHeader title={t('gone')} back={back} />}>
      <EmptyState
        icon={<Icon as={Undo2} />}
        title={t(`${why}Title`)}
        action={
          <LinkButton href={mergedInto ? `/incidents/${mergedInto}` : '/'}>
            {t(mergedInto ? 'toMerged' : 'toMap')}
          </LinkButton>
        }
      >
        <p>{t(why)}</p>
      </EmptyState>
    </SplitPage>
  )
}

const GoneDetail = z.object({ reason: z.string(), mergedInto: z.uuid().nullable() })

/** An incident; or why it is gone, with the one it was merged into; or null without a visible one. */
type Found = { incident: z.infer<typeof IncidentDetail> } | { gone: z.infer<typeof GoneDetail> } | null

/** Reads an incident for the caller, once per request. */
const findIncident = cache(async (id: string): Promise<Found> => {
  if (!z.uuid().safeParse(id).success) return null
  try {
    return { incident: await getIncident(await getCaller(), { id }) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.slug === 'not_found') return null
    if (error.slug === 'incident_gone') return { gone: GoneDetail.parse(error.detail) }
    throw error
  }
})
