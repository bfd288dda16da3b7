'use client'

import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Bell, ChevronDown, List, LoaderCircle, LocateFixed, Map as MapIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Welcome } from '@/onboarding/welcome.tsx'
import type { Loaded, NearbyReply } from './fetch-nearby.ts'
import { Filters } from './filters.tsx'
import { followHref } from './follow-href.ts'
import { IncidentList } from './incident-list.tsx'
import { ListState } from './list-state.tsx'
import { listedFor } from './listed.ts'
import { NearbyMap } from './nearby-map.tsx'
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
import { SearchPill } from './search-pill.tsx'
import { SheetHead, SheetRests } from './sheet.tsx'
import { useNearby } from './use-nearby.ts'
import { usePlaceChoice } from './use-place-choice.tsx'

// What only the map chooses comes with it.
const ChosenIncident = dynamic(() => import('./chosen-incident.tsx').then((module) => module.ChosenIncident))
const MapLegend = dynamic(() => import('@salama/ui/map/legend.tsx').then((module) => module.MapLegend), { ssr: false })

const PAGE = 20
const MAX_RESULTS = 100

/** A phone's map is the screen, and the sheet lies over it in the same cell; on a wide screen they are beside each other. */
const WITH_MAP =
  'relative grid max-split:grid-cols-[minmax(0,1fr)] max-split:[--map-inset:calc(var(--peek)+4px)] max-split:[--rest:calc(100dvh-var(--spacing-places)-var(--peek))] split:grid-cols-[424px_minmax(0,1fr)] split:grid-rows-[auto_1fr]'
const SHEET =
  '@container relative z-5 max-split:col-start-1 max-split:row-start-1 max-split:mt-(--rest) max-split:min-h-[calc(100dvh-var(--spacing-places)-24px)] max-split:rounded-t-sheet max-split:shadow-(--shadow-up) bg-raised px-4 pb-4 split:bg-transparent split:px-6 split:pt-6'
const MAP =
  'sticky top-0 self-start max-split:col-start-1 max-split:row-start-1 max-split:h-[calc(100dvh-var(--spacing-places))] split:col-start-2 split:row-span-2 split:row-start-1 split:h-dvh'

/** The nearby map and its list: server-rendered, then kept fresh. Its state is in the URL. */
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
  const [canDraw, setCanDraw] = useState(true)
  const hasMap = canDraw && query.view === 'both'
  const [limit, setLimit] = useState(PAGE)
  const [initial] = useState<Loaded>({ key: listKey(query, PAGE), reply, receivedMs: renderedMs, etag: null })
  const nearby = useNearby(initial, query, limit)
  const name = nameOf(query, nearby.fresh ? nearby.loaded.reply.location.corridor?.name : undefined)
  useSavedList(query, nearby.loaded, nearby.fresh)

  const adjust = (next: NearbyQuery) => {
    if (listKey(next, PAGE) !== listKey(query, PAGE)) setLimit(PAGE)
    window.history.replaceState(null, '', `?${writeQuery(next)}`)
  }
  const change = (next: NearbyQuery) => {
    if (listKey(next, PAGE) !== listKey(query, PAGE)) setLimit(PAGE)
    window.history.pushState(null, '', `?${writeQuery(next)}`)
  }
  const moveTo = (place: ListLocation) => {
    saveLocation(place)
    change({ ...query, ...place, camera: null, chosen: null })
  }
  const show = (view: View) => {
    saveView(view)
    change({ ...query, view })
    window.scrollTo({ top: 0 })
  }
  const choice = usePlaceChoice(query, moveTo)
  const { data } = nearby.loaded.reply
  const incidents = useMemo(() => listedFor(choice.isMine, data, nearby.nowMs), [choice.isMine, data, nearby.nowMs])
  const chosen = hasMap ? incidents.find(({ id }) => id === query.chosen) : undefined

  return (
    <div
      data-wide
      className={cx(
        chosen ? '[--peek:min(19.5rem,58dvh)]' : '[--peek:min(19.5rem,48dvh)]',
        hasMap ? WITH_MAP : 'flex flex-col',
      )}
    >
      <noscript>
        <style>{'[data-map]{display:none}[data-sheet]{margin-top:5rem!important}'}</style>
      </noscript>
      {hasMap && <SheetRests />}
      <SearchPill />
      <div data-sheet={hasMap || undefined} className={hasMap ? SHEET : 'page pb-4'}>
        {choice.gpsProblem && (
          <div className="pt-3">
            <Notice tone="warn" announce="assertive">
              {t(`gps.${choice.gpsProblem}`)}
            </Notice>
          </div>
        )}
        <div aria-live="polite">
          {chosen && (
            <ChosenIncident incident={chosen} nowMs={nearby.nowMs} onClose={() => adjust({ ...query, chosen: null })} />
          )}
        </div>
        <div hidden={chosen !== undefined}>
          <SheetHead
            isSheet={hasMap}
            label={hasMap && incidents.length > 0 ? t('all', { count: incidents.length }) : undefined}
          >
            <h1 className="flex min-w-0 items-center gap-2 text-xl font-bold @max-3xs:text-[min(1.0625rem,7vw)]">
              {t('around', { place: choice.isMine ? t('you') : name })}
              {!nearby.fresh && nearby.problem === null && (
                <Icon as={LoaderCircle} className="animate-turn text-base" />
              )}
            </h1>
          </SheetHead>
          {!canDraw && <Notice announce="polite">{map('failed')}</Notice>}
          {!hasMap && (
            <Button className="my-2" busy={choice.isLocating} onClick={choice.locate}>
              {!choice.isLocating && <Icon as={LocateFixed} />}
              {choice.isLocating ? t('finding') : t('useMyPlace')}
            </Button>
          )}
          <section aria-labelledby="list">
            <h2 id="list" className="sr-only">
              {t('listTitle')}
            </h2>
            <ListState nearby={nearby} query={query} />
            <div aria-busy={!nearby.fresh} hidden={!nearby.fresh && nearby.problem !== null}>
              <IncidentList incidents={incidents} nowMs={nearby.nowMs} wide={!hasMap} votable={!hasMap} />
            </div>
            {nearby.loaded.reply.page.nextCursor !== null && limit < MAX_RESULTS && (
              <Button wide onClick={() => setLimit(Math.min(limit + PAGE, MAX_RESULTS))}>
                <Icon as={ChevronDown} />
                {t('more')}
              </Button>
            )}
          </section>
          <Filters query={query} hasMap={hasMap} onChange={change} />
          <LinkButton wide prefetch={false} href={followHref(query, name)}>
            <Icon as={Bell} />
            {t('followPlace')}
          </LinkButton>
          {hasMap && <MapLegend />}
          {canDraw && (
            <Button wide className="mt-2" onClick={() => show(hasMap ? 'list' : 'both')}>
              <Icon as={hasMap ? List : MapIcon} />
              {t(hasMap ? 'hideMap' : 'showMap')}
            </Button>
          )}
        </div>
      </div>
      {hasMap && (
        <div data-map className={MAP}>
          <NearbyMap
            query={query}
            incidents={incidents}
            nowMs={nearby.nowMs}
            choice={choice}
            onAdjust={adjust}
            onChange={change}
            onUnavailable={() => setCanDraw(false)}
          />
          {isFirstVisit && <Welcome />}
        </div>
      )}
    </div>
  )
}

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
