'use client'

import { roundLocation } from '@salama/domain/shared'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Bell, ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Welcome } from '@/onboarding/welcome.tsx'
import { ChosenIncident } from './chosen-incident.tsx'
import type { Loaded, NearbyReply } from './fetch-nearby.ts'
import { Filters } from './filters.tsx'
import { IncidentList } from './incident-list.tsx'
import { ListState } from './list-state.tsx'
import { NearbyMap } from './nearby-map.tsx'
import { PlaceBar } from './place-bar.tsx'
import { usePlaceName } from './place-name.ts'
import {
  type Home,
  type ListLocation,
  listKey,
  type NearbyQuery,
  readQuery,
  saveLocation,
  saveView,
  type View,
  writeQuery,
} from './query.ts'
import { SheetGrip, ViewButtons } from './sheet.tsx'
import { useNearby } from './use-nearby.ts'
import { usePlaceChoice } from './use-place-choice.tsx'

const MapLegend = dynamic(() => import('@salama/ui/map/legend.tsx').then((module) => module.MapLegend), { ssr: false })

const PAGE = 20
const MAX_RESULTS = 100

/**
 * The map's height on a phone: its share of the screen, or all but header, navigation and the list's first lines;
 * `--drag` adds to it. The first row has it too, so that the list before the late map does not move.
 */
const MAP_HEIGHT: Record<Exclude<View, 'list'>, string> = {
  both: '[--map-height:max(14rem,calc(44dvh+var(--drag,0px)))]',
  map: '[--map-height:max(14rem,calc(100dvh-4rem-2px-var(--spacing-places)-var(--peek)+var(--drag,0px)))]',
}

/**
 * The nearby map and list: server-rendered, then kept fresh; on a phone a sheet over the map. Its state is in the URL.
 */
export function Nearby({
  home,
  reply,
  renderedMs,
  isFirstVisit,
}: {
  home: Home
  reply: NearbyReply
  renderedMs: number
  isFirstVisit: boolean
}) {
  const t = useTranslations('nearby')
  const map = useTranslations('map')
  const nameOf = usePlaceName()
  const search = useSearchParams()
  const query = readQuery((name) => search.get(name), home)
  const [hasMap, setHasMap] = useState(true)
  const view = hasMap ? query.view : 'list'
  const [limit, setLimit] = useState(PAGE)
  const [initial] = useState<Loaded>({ key: listKey(query, PAGE), reply, receivedMs: renderedMs, etag: null })
  const nearby = useNearby(initial, query, limit)
  const incidents = nearby.loaded.reply.data
  const chosen = incidents.find(({ id }) => id === query.chosen)
  const page = useRef<HTMLDivElement>(null)
  useSavedList(query, nearby.loaded, nearby.fresh)

  const adjust = (next: NearbyQuery) => window.history.replaceState(null, '', `?${writeQuery(next)}`)
  const change = (next: NearbyQuery) => {
    if (listKey(next, PAGE) !== listKey(query, PAGE)) setLimit(PAGE)
    window.history.pushState(null, '', `?${writeQuery(next)}`)
  }
  const moveTo = (place: ListLocation) => {
    saveLocation(place)
    change({ ...query, ...place, camera: null, chosen: null })
  }
  const show = (next: View) => {
    saveView(next)
    change({ ...query, view: next })
    window.scrollTo({ top: 0 })
  }
  const choice = usePlaceChoice(query, moveTo)

  return (
    <div
      ref={page}
      data-wide
      className={cx(
        chosen ? '[--peek:22rem]' : '[--peek:6.5rem]',
        view === 'list'
          ? 'flex flex-col'
          : `grid max-split:grid-cols-[minmax(0,1fr)] max-split:grid-rows-[var(--map-height)_auto] split:grid-cols-[26rem_minmax(0,1fr)] ${MAP_HEIGHT[view]}`,
      )}
    >
      <noscript>
        <style>{'[data-map]{display:none}[data-sheet]{margin-top:0!important;grid-row:1/3}'}</style>
      </noscript>
      <div
        data-sheet
        className={cx(
          'relative z-[5] bg-paper pb-4',
          view === 'list'
            ? 'page'
            : '-mt-3 max-split:col-start-1 max-split:row-start-2 rounded-t-2xl border-t border-line px-4 split:mt-0 split:rounded-none split:border-0 split:px-6',
        )}
      >
        {hasMap && (
          <div data-needs-script>
            <SheetGrip view={view} onChange={show} page={page} />
          </div>
        )}
        <header className="flex items-center justify-between gap-3 pb-3 split:pt-4">
          <h1 className="band-beside min-w-0 py-0.5 ps-4 leading-snug font-bold split:text-xl">
            {t('around', { place: choice.isMine ? t('you') : nameOf(query) })}
          </h1>
          {hasMap && (
            <div data-needs-script>
              <ViewButtons view={view} onChange={show} />
            </div>
          )}
        </header>
        {isFirstVisit && (
          <div className="*:mb-3">
            <Welcome onLocate={choice.locate} />
          </div>
        )}
        {!hasMap && (
          <div className="pb-3">
            <Notice announce="polite">{map('failed')}</Notice>
          </div>
        )}
        {choice.gpsProblem && (
          <div className="pb-3">
            <Notice tone="warn" announce="assertive">
              {t(`gps.${choice.gpsProblem}`)}
            </Notice>
          </div>
        )}
        <ChosenIncident incident={chosen} nowMs={nearby.nowMs} onClose={() => adjust({ ...query, chosen: null })} />
        {view === 'list' && <PlaceBar choice={choice} />}
        <Filters query={query} onChange={change} />
        <section aria-labelledby="list">
          <h2 id="list" className="sr-only">
            {t('listTitle')}
          </h2>
          <ListState nearby={nearby} query={query} />
          <div aria-busy={!nearby.fresh} hidden={!nearby.fresh && nearby.problem !== null}>
            <IncidentList incidents={incidents} nowMs={nearby.nowMs} wide={view === 'list'} />
          </div>
          {nearby.loaded.reply.page.nextCursor !== null && limit < MAX_RESULTS && (
            <Button wide onClick={() => setLimit(Math.min(limit + PAGE, MAX_RESULTS))}>
              <Icon as={ChevronDown} />
              {t('more')}
            </Button>
          )}
        </section>
        <LinkButton wide prefetch={false} href={followHref(query, nameOf(query))} className="mt-3">
          <Icon as={Bell} />
          {t('followPlace')}
        </LinkButton>
        {view !== 'list' && <MapLegend />}
        {choice.picker}
      </div>
      {view !== 'list' && (
        <div
          data-map
          className="sticky top-0 self-start max-split:col-start-1 max-split:row-span-2 max-split:row-start-1 max-split:[--map-inset:0.75rem]"
        >
          <div className="h-(--map-height) bg-sunken split:h-[calc(100dvh-4rem-2px)] split:min-h-56">
            <NearbyMap
              query={query}
              incidents={incidents}
              nowMs={nearby.nowMs}
              choice={choice}
              onAdjust={adjust}
              onChange={change}
              onUnavailable={() => setHasMap(false)}
            />
          </div>
        </div>
      )}
    </div>
  )
}

/** The page of alerts, with this place ready to be followed. */
const followHref = ({ lat, lng, radiusM }: NearbyQuery, name: string) => ({
  pathname: '/alerts',
  query: { lat: roundLocation(lat), lng: roundLocation(lng), radiusM, place: name },
  hash: 'follow-place',
})

/** Saves the shown list for offline use, also of somebody who leaves at once. */
function useSavedList(query: NearbyQuery, loaded: Loaded, fresh: boolean): void {
  const keep = useEffectEvent(() => {
    import('../offline/saved.ts').then(({ saveList }) => saveList({ query, loaded })).catch(() => null)
  })
  const { reply } = loaded
  useEffect(() => {
    if (fresh && reply !== undefined) keep()
  }, [reply, fresh])
}
