import { listCorridorIncidents } from '@salama/domain/network'
import { getVisitor } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { Camera } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Follow } from '@/alerts/follow.tsx'
import { IncidentRows } from '@/incident/incident-facts.tsx'
import { findRoute, metadataOf, subjectOf } from '@/network/find.ts'
import { LineMap } from '@/network/line-map.tsx'
import { OnIt } from '@/ride/on-it.tsx'
import { Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'
import { TextLink } from '@/text-link.tsx'

type Props = PageProps<'/[locale]/routes/[slug]'>

export const generateMetadata = metadataOf('route', findRoute, ({ shortName, longName }) => `${shortName} ${longName}`)

/** A route: where it runs, and the incidents along its corridors. */
export default dataPage(async function RoutePage({ params }: Props) {
  const route = await subjectOf('routes', findRoute, params)
  const caller = await getVisitor()
  const [happened, t, tIncidents, category] = await Promise.all([
    Promise.all(route.corridors.map(({ id }) => listCorridorIncidents(caller, { id, limit: 20 }))),
    getTranslations('route'),
    getTranslations('incidents'),
    getTranslations('categories'),
  ])
  const nowMs = Date.now()
  const live = happened.flatMap(({ data }) => data).filter((incident) => incident.lifecycle === 'active')
  const marked = withLabels(live, nowMs, tIncidents, category)
  return (
    <SplitPage
      as="article"
      head={
        <>
          <PageHeader title={t('title', { name: route.shortName })} back={{ href: '/search', label: t('search') }}>
            <p>{route.longName}</p>
          </PageHeader>
          <div className="flex flex-wrap gap-3">
            <OnIt route={{ id: route.id, name: route.name }} />
            <Follow kind="route" id={route.id} />
            <Share title={t('title', { name: route.shortName })} path={`/routes/${route.slug}`} />
          </div>
          <ClientMessages of={['common', 'line', 'map']}>
            <LineMap id={route.id} incidents={marked} />
          </ClientMessages>
        </>
      }
    >
      <Section title={t('corridors')}>
        {route.corridors.length === 0 && <p>{t('corridorsNone')}</p>}
        <ul className="flex flex-col">
          {route.corridors.map((corridor) => (
            <li key={corridor.id}>
              <TextLink href={`/corridors/${corridor.slug}`}>{corridor.name}</TextLink>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('live')} lead={t('liveWords')}>
        <IncidentRows incidents={live} nowMs={nowMs} none={t('liveNone')} />
      </Section>
      <Section title={t('vehicles')} lead={t('vehiclesWords')}>
        <LinkButton href="/v" className="self-start">
          <Icon as={Camera} />
          {t('find')}
        </LinkButton>
      </Section>
    </SplitPage>
  )
})
