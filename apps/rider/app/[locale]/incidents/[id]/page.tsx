import { getIncident, getReporterIncidentVotes, type IncidentDetail } from '@salama/domain/incidents'
import { DomainError } from '@salama/domain/shared'
import { setPageStatus } from '@salama/http'
import { getCaller, getSignedIn, readSavedForm } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { incidentWords, oneLine } from '@salama/ui/incidents/words.ts'
import { Undo2 } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { z } from 'zod'
import { IncidentFacts } from '@/incident/incident-facts.tsx'
import { IncidentMap } from '@/incident/incident-map.tsx'
import { pageMetadata } from '@/page-metadata.ts'
import { Share } from '@/share/share.tsx'
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
  const [{ id }, { again }] = await Promise.all([params, searchParams])
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
  const [signedIn, votes, form] = await Promise.all([
    getSignedIn(),
    getReporterIncidentVotes(caller, { ids: [id] }),
    readSavedForm(again),
  ])
  const nowMs = Date.now()
  const words = incidentWords(incident, nowMs, tIncidents, category)
  return (
    <SplitPage
      as="article"
      head={
        <>
          <PageHeader title={words.what} back={back}>
            {words.over && <p>{words.over}</p>}
          </PageHeader>
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
          <Share title={`${words.what}: ${words.where}`} path={`/incidents/${incident.id}`} />
        </>
      }
    >
      <IncidentFacts incident={incident} nowMs={nowMs} />
      <ClientMessages of={['common', 'incident', 'map']}>
        <IncidentMap incident={{ ...incident, label: oneLine(words) }} />
      </ClientMessages>
    </SplitPage>
  )
})

type GoneProps = { back: { href: string; label: string }; reason: string; mergedInto: string | null }

/** Why the incident is gone, so that people who disputed it see that it was reviewed. */
async function Gone({ back, reason, mergedInto }: GoneProps) {
  const t = await getTranslations('incident')
  const why = mergedInto ? 'merged' : reason === 'refuted' ? 'refuted' : 'withdrawn'
  return (
    <SplitPage head={<PageHeader title={t('gone')} back={back} />}>
      <EmptyState
        icon={<Icon as={Undo2} />}
        title={t(`${why}Title`)}
        action={mergedInto && <LinkButton href={`/incidents/${mergedInto}`}>{t('toMerged')}</LinkButton>}
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
