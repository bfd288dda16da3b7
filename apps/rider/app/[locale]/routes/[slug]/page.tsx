import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { MapPage } from '@salama/ui/components/map-page.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Camera } from 'lucide-react'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Follow } from '@/alerts/follow.tsx'
import { BackOverMap } from '@/map/back-over-map.tsx'
import { findRoute, metadataOf, subjectOf } from '@/network/find.ts'
import { LineFacts, LineMap, readLine, Stages } from '@/network/line-page.tsx'
import { numberOf } from '@/network/number-of.ts'
import { OnIt } from '@/ride/on-it.tsx'
import { Section } from '@/section.tsx'
import { Share } from '@/share/share.tsx'

type Props = PageProps<'/[locale]/routes/[slug]'>

export const generateMetadata = metadataOf('route', findRoute, ({ name }) => name)

/** A route: its stages with what is reported between them, what usually happens, and who runs it. */
export default dataPage(async function RoutePage({ params, searchParams }: Props) {
  const [route, { locale }, { way }] = await Promise.all([subjectOf('routes', findRoute, params), params, searchParams])
  if (!hasLocale(routing.locales, locale)) notFound()
  const subject = { kind: 'route', id: route.id, slug: route.slug } as const
  const [{ line, direction }, t] = await Promise.all([readLine(subject, way), getTranslations('route')])
  const nowMs = Date.now()
  const number = numberOf(route)
  const incidents = direction?.live.map(({ incident }) => incident) ?? []
  return (
    <MapPage
      low
      map={<LineMap subject={subject} line={line} incidents={incidents} locale={locale} nowMs={nowMs} />}
      over={
        <>
          <BackOverMap href="/search" label={t('search')} />
          <Share title={route.name} path={`/routes/${route.slug}`} place="map" />
        </>
      }
    >
      <header className="flex flex-col gap-1">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-1 text-xl font-bold">
          {number !== '' && <span className="rounded-control bg-body px-2 py-1 text-on-body">{number}</span>}{' '}
          {route.name.slice(number.length).trim()}
        </h1>
        <p className="font-semibold">{t('onWay', { count: incidents.length })}</p>
      </header>
      {direction && <Stages subject={subject} line={line} direction={direction} nowMs={nowMs} />}
      <LineFacts line={line} nowMs={nowMs} none={t('saccosUnknown')} />
      {route.corridors.length > 0 && (
        <Section title={t('corridors')}>
          <ul className="flex flex-wrap gap-2">
            {route.corridors.map((corridor) => (
              <li key={corridor.id}>
                <Link href={`/corridors/${corridor.slug}`} prefetch={false} className="chip">
                  {corridor.name}
                </Link>
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
      <Dock>
        <Follow kind="route" id={route.id} docked />
        <OnIt route={{ id: route.id, name: route.name }} variant="main" />
      </Dock>
    </MapPage>
  )
})
