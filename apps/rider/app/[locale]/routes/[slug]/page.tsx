import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { MapPage } from '@salama/ui/components/map-page.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Camera } from 'lucide-react'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Follow } from '@/alerts/follow.tsx'
import { BackOverMap } from '@/map/back-over-map.tsx'
import { findRoute, metadataOf, subjectOf } from '@/network/find.ts'
import { LineFacts, LineMap, readLine, Stages } from '@/network/line-page.tsx'
import { OnIt } from '@/ride/on-it.tsx'
import { Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'
import { TextLink } from '@/text-link.tsx'

type Props = PageProps<'/[locale]/routes/[slug]'>

export const generateMetadata = metadataOf('route', findRoute, ({ name }) => name)

/** A route: its stages with what is reported between them, what usually happens, and who runs it. */
export default dataPage(async function RoutePage({ params, searchParams }: Props) {
  const [route, { locale }, { way }] = await Promise.all([subjectOf('routes', findRoute, params), params, searchParams])
  if (!hasLocale(routing.locales, locale)) notFound()
  const subject = { kind: 'route', id: route.id, slug: route.slug } as const
  const [{ line, direction }, t] = await Promise.all([readLine(subject, way), getTranslations('route')])
  const nowMs = Date.now()
  const incidents = direction?.live.map(({ incident }) => incident) ?? []
  return (
    <MapPage
      low
      map={<LineMap subject={subject} incidents={incidents} locale={locale} nowMs={nowMs} />}
      over={<BackOverMap href="/search" label={t('search')} />}
    >
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-bold">{route.name}</h1>
        <p className="font-semibold">{t('onWay', { count: incidents.length })}</p>
      </header>
      <Share title={route.name} path={`/routes/${route.slug}`} />
      {direction && <Stages subject={subject} line={line} direction={direction} nowMs={nowMs} />}
      <LineFacts line={line} nowMs={nowMs} />
      {route.corridors.length > 0 && (
        <Section title={t('corridors')}>
          <ul className="flex flex-col">
            {route.corridors.map((corridor) => (
              <li key={corridor.id}>
                <TextLink href={`/corridors/${corridor.slug}`}>{corridor.name}</TextLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('vehicles')} lead={t('vehiclesWords')}>
        <LinkButton href="/v" className="self-start">
          <Icon as={Camera} />
          {t('find')}
        </LinkButton>
      </Section>
      <Dock follows>
        <Follow kind="route" id={route.id} />
        <OnIt route={{ id: route.id, name: route.name }} />
      </Dock>
    </MapPage>
  )
})
