'use client'

import type { getSharedTrip } from '@salama/domain/shared-trips/contract'
import { tryCall } from '@salama/http/call'
import { tabStore } from '@salama/http/device-storage'
import { LoadingState } from '@salama/ui/components/list-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readStored, writeStored } from '@/stored.ts'
import { open, type TripPosition } from './seal.ts'

const HEIGHT = 'h-80'
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control bg-sunken`} />,
})

const POLL_MS = 15_000
/** Without news for longer than this, the page says so. */
const SILENT_S = 120
const RADIUS_M = 1_000

type Known = { position: TripPosition; receivedMs: number; ageS: number }
type State = 'loading' | 'noKey' | 'unreadable' | 'waiting' | 'live' | 'offline' | 'ended' | 'unknown'

/** Watches a shared trip. The key is read from the URL's fragment and, with the last counter, is kept for this tab alone. */
function useTrip(id: string) {
  const store = `salama-rider.trip ${id}`
  const [state, setState] = useState<State>('loading')
  const [known, setKnown] = useState<Known | null>(null)
  const last = useRef({ key: '', counter: 0 })

  const look = useEffectEvent(async () => {
    if (state === 'ended') return
    if (last.current.key === '') return setState('noKey')
    const result = await tryCall<typeof getSharedTrip>('GET /api/shared-trips/{id}', {
      params: { id },
      cache: 'no-store',
    })
    if (!result.ok) return setState('offline')
    const { trip } = result.reply
    if (!trip) {
      writeStored(() => tabStore, store, null)
      return setState((before) => (before === 'live' || before === 'waiting' || known ? 'ended' : 'unknown'))
    }
    const { counter, sealed, ageS } = trip
    if (sealed === null) return setState('waiting')
    const position = await open(last.current.key, id, counter, sealed)
    // What was changed on the way, or shown again, is not shown: neither can have come from the phone now.
    if (!position || counter < last.current.counter) return setState('unreadable')
    last.current.counter = counter
    writeStored(() => tabStore, store, last.current)
    setKnown({ position, receivedMs: Date.now(), ageS: ageS + position.agoS })
    setState('live')
  })

  useEffect(() => {
    const kept = Object(readStored(() => tabStore, store))
    const key = window.location.hash.slice(1) || String(kept.key ?? '')
    last.current = { key, counter: key === kept.key ? Number(kept.counter) || 0 : 0 }
    void look()
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), POLL_MS)
    const back = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', back)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
    }
  }, [store])
  return { state, known }
}

/** What somebody sees who has the link: where the phone was, how long ago that is, and whether it goes on. */
export function TripPage({ id }: { id: string }) {
  const t = useTranslations('trip')
  const { clock } = useTimes()
  const { state, known } = useTrip(id)
  if (state === 'loading') return <LoadingState />
  if (!known)
    return (
      <PageHeader title={t(state === 'ended' ? 'endedTitle' : 'title')}>
        <p role="status">{t(`state.${state === 'live' ? 'waiting' : state}`)}</p>
      </PageHeader>
    )
  const { position, receivedMs, ageS } = known
  const nowS = ageS + Math.max(0, Math.round((Date.now() - receivedMs) / 1000))
  const isSilent = state === 'live' && nowS > SILENT_S
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4 pb-4">
      <PageHeader title={t(state === 'ended' ? 'endedTitle' : 'title')}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
          {position.plate && <Plate value={position.plate} />} {position.route}
        </p>
      </PageHeader>
      <p role="status" className="font-semibold">
        {state === 'ended'
          ? t('last', { time: clock(position.at) })
          : t('seen', { hours: Math.floor(nowS / 3600), minutes: Math.floor(nowS / 60), time: clock(position.at) })}
      </p>
      {state !== 'live' && (
        <Notice tone={state === 'ended' ? 'info' : 'warn'} announce="polite">
          <p>{t(`state.${state}`)}</p>
        </Notice>
      )}
      {isSilent && (
        <Notice tone="warn" announce="polite">
          <p>{t('silent')}</p>
        </Notice>
      )}
      <MapView place={position} pinLabel={t('here')} radiusM={RADIUS_M} hasStages className={HEIGHT} />
      <p className="text-soft">{t('accuracy', { m: position.accuracyM })}</p>
      <p className="text-soft">{t('private')}</p>
    </div>
  )
}
