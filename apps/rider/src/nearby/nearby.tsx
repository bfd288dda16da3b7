'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ChevronDown } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Loaded, NearbyReply } from './fetch-nearby.ts'
import { Filters, type View, ViewSwitch } from './filters.tsx'
import { IncidentList } from './incident-list.tsx'
import { ListState } from './list-state.tsx'
import { NearbyMap } from './nearby-map.tsx'
import { PlaceBar } from './place-bar.tsx'
import { type ListLocation, listKey, type NearbyQuery, readQuery, saveLocation, writeQuery } from './query.ts'
import { useNearby } from './use-nearby.ts'

const PAGE = 20
const MOST = 100

/** The nearby list: server-rendered first, then kept fresh. Its query is in the URL. */
export function Nearby({
  home,
  reply,
  renderedMs,
  isFirstVisit,
}: {
  home: ListLocation
  reply: NearbyReply
  renderedMs: number
  isFirstVisit: boolean
}) {
  const t = useTranslations('nearby')
  const search = useSearchParams()
  const query = readQuery((name) => search.get(name), home)
  const [limit, setLimit] = useState(PAGE)
  const [view, setView] = useState<View>('list')
  const [initial] = useState<Loaded>({ key: listKey(query, PAGE), reply, receivedMs: renderedMs, etag: null })
  const nearby = useNearby(initial, query, limit)
  const incidents = nearby.loaded.reply.data
  useSavedList(query, nearby.loaded, nearby.fresh)

  const change = (next: NearbyQuery) => {
    setLimit(PAGE)
    window.history.pushState(null, '', `?${writeQuery(next)}`)
  }
  const moveTo = (place: ListLocation) => {
    saveLocation(place)
    change({ ...query, ...place })
  }

  return (
    <>
      <PlaceBar place={query} onChange={moveTo} isFirstVisit={isFirstVisit} />
      <div className="flex flex-col gap-3 border-b-2 border-line pb-4 md:flex-row md:items-end">
        <Filters query={query} onChange={change} />
        <ViewSwitch view={view} onChange={setView} />
      </div>
      <div className={view === 'map' ? 'gap-6 md:grid md:grid-cols-[1fr_1.2fr]' : ''}>
        <section aria-labelledby="list" className={view === 'map' ? 'hidden md:block' : ''}>
          <h2 id="list" className="sr-only">
            {t('listTitle')}
          </h2>
          <ListState nearby={nearby} query={query} />
          <div aria-busy={!nearby.fresh} hidden={!nearby.fresh && nearby.problem !== null}>
            <IncidentList incidents={incidents} nowMs={nearby.nowMs} wide={view === 'list'} />
          </div>
          {nearby.loaded.reply.page.nextCursor !== null && limit < MOST && (
            <Button wide onClick={() => setLimit(Math.min(limit + PAGE, MOST))}>
              <Icon as={ChevronDown} />
              {t('more')}
            </Button>
          )}
        </section>
        {view === 'map' && (
          <NearbyMap
            place={query}
            radiusM={query.radiusM}
            incidents={incidents}
            nowMs={nearby.nowMs}
            onShowList={() => setView('list')}
          />
        )}
      </div>
    </>
  )
}

/** Saves the shown list for offline use. The database module loads when the page is idle. */
function useSavedList(query: NearbyQuery, loaded: Loaded, fresh: boolean): void {
  const keep = useEffectEvent(() => {
    import('../offline/saved.ts').then(({ saveList }) => saveList({ query, loaded })).catch(() => null)
  })
  const { reply } = loaded
  useEffect(() => {
    if (!fresh || reply === undefined) return
    const timer = setTimeout(keep, 1_000)
    return () => clearTimeout(timer)
  }, [reply, fresh])
}
