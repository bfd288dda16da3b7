import { getRouteForAdmin, getStageForAdmin, listMainStages } from '@salama/domain/network'
import { CITY, CITY_RADIUS_M } from '@salama/domain/shared'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { NetworkMap, NetworkSearch } from '@/network/network-map.tsx'
import { RouteFacts, StageFacts } from '@/network/record-facts.tsx'
import { circleAround } from '@/parts/circle-around.ts'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('network')

/** `?stage=` or `?route=` is the chosen one, so that Back and reload return to it. */
export default adminPage<PageProps<'/[locale]/network/map'>>(async ({ searchParams }, { caller }) => {
  const asked = await searchParams
  const [t, network, main, stage, route] = await Promise.all([
    getTranslations('network'),
    getTranslations('networkMap'),
    listMainStages(caller, {}),
    typeof asked.stage === 'string' ? orNotFound(getStageForAdmin(caller, { id: idIn(asked.stage) })) : null,
    typeof asked.route === 'string' ? orNotFound(getRouteForAdmin(caller, { id: idIn(asked.route) })) : null,
  ])
  const shown = stage ? [stage] : (route?.stages ?? [])
  const around =
    shown.length > 0
      ? circleAround(shown.map(({ place }) => place))
      : { place: { lat: CITY.centre.lat, lng: CITY.centre.lng }, radiusM: CITY_RADIUS_M }
  const marks = [...shown, ...(route ? [] : main.data)]
  return (
    <ClientMessages of={['common', 'console', 'map', 'networkMap', 'parts']}>
      <PageHeader title={network('title')} back={{ href: '/network', label: t('title') }}>
        <p className="text-base">{network('lead')}</p>
      </PageHeader>
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:items-start">
        <NetworkSearch />
        <NetworkMap
          {...around}
          marks={marks.map(({ id, name, place }) => ({ id, name, place }))}
          chosen={stage?.id}
          focus={route?.id}
        />
        <div>
          <p role="status" className="sr-only">
            {stage && network('stage', { name: stage.name })}
            {route && network('route', { name: route.shortName })}
          </p>
          {stage && <StageFacts stage={stage} />}
          {route && <RouteFacts route={route} />}
        </div>
      </div>
    </ClientMessages>
  )
})
