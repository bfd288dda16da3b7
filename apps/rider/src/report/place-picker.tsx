import { CITY } from '@salama/domain/shared'
import { breakable } from '@salama/ui/components/breakable.tsx'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { IconButton } from '@salama/ui/components/icon-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import type { Fix } from '@salama/ui/gps.ts'
import { MapButton } from '@salama/ui/map/map-buttons.tsx'
import type { Camera, ReadyMap } from '@salama/ui/map/use-map.ts'
import { useGps } from '@salama/ui/use-gps.ts'
import { ArrowLeft, LocateFixed, MapPin, Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { searchStages } from '@/map-search.ts'
import { MapUnavailable } from '@/nearby/map-controls.tsx'
import { asPin, asPlace, type DraftPlace, isVague } from './draft.ts'
import { LazyStageSearch } from './lazy-stage-search.tsx'
import { asStop, MapLandmarks, type NearPlace, useNearestPlaces } from './nearest-places.ts'
import { usePlaceWords } from './place-name.ts'
import { useReportContext } from './use-report-context.ts'

const MapView = dynamic(
  () => import('@salama/ui/map/map-view.tsx').then(({ MapView }) => MapView).catch(() => MapFailed),
  { ssr: false, loading: () => null },
)
const MapFailed = ({ fallback }: { fallback?: ReactNode }) => fallback

type Place = { lat: number; lng: number }

/** From here a street is as wide as a finger. */
const STREET_ZOOM = 16.5
const AROUND_M = 350

/** Nothing of these is asked for the name of a place. */
const NO_DRAFT = { id: '', receiptCode: '', note: '', happenedAt: '' }

/**
 * The place of a report on a map that moves under a pin, by the nearest stages and landmarks, or by name. A place that the phone knows
 * only vaguely is where the map begins, and nothing more. Without a map the stages are enough.
 */
export function PlacePicker({
  start,
  heading,
  onBack,
  onChoose,
  exit,
  children,
}: {
  /** Where the map begins: the place so far, or where the phone may be. */
  start: (Place & { accuracyM?: number }) | undefined
  heading: RefObject<HTMLHeadingElement | null>
  onBack: () => void
  onChoose: (place: DraftPlace) => void
  /** Above everything. */
  exit?: ReactNode
  /** Below everything. */
  children?: ReactNode
}) {
  const t = useTranslations('report')
  const words = useTranslations('picker')
  const gpsWords = useTranslations('nearby.gps')
  const id = useId()
  const gps = useGps({ exact: true })
  const [origin] = useState(start ?? CITY.centre)
  const [camera, setCamera] = useState<Camera | null>(null)
  const [fix, setFix] = useState<Fix | null>(start && 'accuracyM' in start ? { accuracyM: 0, ...start } : null)
  const [chosen, setChosen] = useState<DraftPlace | null>(null)
  const [hasMap, setHasMap] = useState(true)
  const middle = camera ?? origin
  const [landmarks, setLandmarks] = useState<NearPlace[]>([])
  const near = useNearestPlaces(middle, landmarks)
  const search = useRef<HTMLDivElement>(null)
  const context = useReportContext(camera || start ? asPin(middle) : undefined, NO_DRAFT)
  const nameOf = usePlaceWords()
  // What is under the pin: a stage, where somebody moved it, or where the phone knows itself to be.
  const known = fix && !isVague(fix) ? asPlace(fix) : null
  const place = chosen ?? (camera ? asPin(camera) : known)
  const name = chosen?.name ?? (place ? nameOf(asPin(middle), context).name : null)

  const locate = async () => {
    const found = await gps.ask()
    if (!found) return
    setChosen(null)
    setFix(found)
    setCamera(null)
    if (!isVague(found)) onChoose(asPlace(found))
  }
  const choose = (next: DraftPlace) => {
    if (!hasMap) return onChoose(next)
    setChosen(next)
    setCamera({ lat: next.lat, lng: next.lng, zoom: Math.max(camera?.zoom ?? 0, STREET_ZOOM) })
  }
  return (
    <div
      data-dock
      className="fixed inset-0 z-20 flex flex-col overflow-y-auto bg-raised split:start-24 split:grid split:grid-cols-[424px_minmax(0,1fr)] split:grid-rows-[auto_auto_1fr]"
    >
      {exit && <div className="shrink-0 px-4 split:col-span-2">{exit}</div>}
      <div
        className={cx(
          '@container relative isolate shrink-0 split:contents',
          hasMap && 'h-[max(44dvh,calc(100dvh-17.5rem))] bg-sunken',
        )}
      >
        <header
          className={cx(
            'relative z-1 flex min-h-12 shrink-0 items-center split:col-start-1 split:row-start-2',
            hasMap && 'max-split:over-map max-split:m-3 max-split:rounded-[26px]',
          )}
        >
          <IconButton label={t('back')} icon={ArrowLeft} onClick={onBack} />
          <h1 ref={heading} tabIndex={-1} className="min-w-0 grow font-bold outline-none split:text-xl">
            {t('questions.place')}
          </h1>
          <IconButton
            label={words('search')}
            icon={Search}
            onClick={() => search.current?.querySelector('input')?.focus()}
          />
        </header>
        {hasMap && (
          <div className="@container absolute inset-0 [--map-controls:64px] split:relative split:col-start-2 split:row-span-2 split:row-start-2">
            <MapView
              place={fix ?? origin}
              pin={false}
              radiusM={Math.max(AROUND_M, fix?.accuracyM ?? 0)}
              camera={camera}
              onMove={(moved) => {
                setChosen(null)
                setCamera(moved)
              }}
              hasStages
              isFramed={false}
              className="absolute! inset-0"
              fallback={<MapUnavailable onUnavailable={() => setHasMap(false)} />}
              overlay={(on) => (
                <>
                  <FixedPin on={on} />
                  <MapLandmarks on={on} onFound={setLandmarks} />
                </>
              )}
            />
            <div className="absolute end-3 bottom-3">
              <MapButton
                label={t(gps.asking ? 'place.finding' : 'useMyPlace')}
                icon={<Icon as={LocateFixed} className={gps.asking ? 'animate-turn' : ''} />}
                isBusy={gps.asking}
                onClick={locate}
              />
            </div>
          </div>
        )}
      </div>
      <div className="flex flex-col gap-3 px-4 pt-3 split:col-start-1 split:row-start-3">
        {!hasMap && (
          <Button wide busy={gps.asking} onClick={locate}>
            {!gps.asking && <Icon as={LocateFixed} />}
            {t(gps.asking ? 'place.finding' : 'useMyPlace')}
          </Button>
        )}
        {gps.problem && (
          <Notice tone="warn" announce="assertive">
            {gpsWords(gps.problem)}
          </Notice>
        )}
        {hasMap && (
          // Room for two lines each: the map, and so its pin, stays where it is when they come.
          <div role="status">
            <p id={id} className="min-h-[2lh] content-end text-sm text-soft">
              {place || !fix ? words('move') : words('vague', { m: fix.accuracyM })}
            </p>
            <p className="min-h-[2lh] text-xl leading-tight font-bold">{name !== null && breakable(name)}</p>
          </div>
        )}
        <ul aria-label={words('nearest')} className="-mx-4 flex min-h-13 gap-2 overflow-x-auto px-4 py-0.5">
          {near.map(({ id: key, name: called, about, place: next }) => (
            <li key={key} className="shrink-0">
              <button
                type="button"
                aria-pressed={chosen?.lat === next.lat && chosen.lng === next.lng}
                onClick={() => choose(next)}
                className="chip"
              >
                {breakable(called)}
                {near.some((other) => other.name === called && other.id !== key) && (
                  <span className="text-sm text-soft">{about}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
        {hasMap && (
          <div className="sticky bottom-0 -mx-4 bg-raised px-4 py-3">
            <Button
              variant="main"
              size="large"
              wide
              disabled={!place}
              aria-describedby={id}
              onClick={() => place && onChoose(place)}
            >
              {words('use')}
            </Button>
          </div>
        )}
        <div ref={search}>
          <LazyStageSearch
            label={t('orStage')}
            hint={t('stageHint')}
            unanswered={t('stageUnanswered')}
            value={null}
            onChange={(stage) => stage && onChoose(asStop(stage))}
            search={(q, signal) => searchStages(q, signal, middle)}
          />
        </div>
        {children}
      </div>
    </div>
  )
}

/** In the middle of the map, whatever the map does; it lifts while the map moves. */
function FixedPin({ on: { map } }: { on: ReadyMap }) {
  const t = useTranslations('picker')
  const [isMoving, setIsMoving] = useState(false)
  useEffect(() => {
    const [lift, drop] = [() => setIsMoving(true), () => setIsMoving(false)]
    map.on('movestart', lift)
    map.on('moveend', drop)
    return () => {
      map.off('movestart', lift)
      map.off('moveend', drop)
    }
  }, [map])
  return (
    <span
      role="img"
      aria-label={t('pin')}
      className={`pointer-events-none absolute left-1/2 top-1/2 -translate-x-1/2 text-[48px] leading-none text-body transition-[translate] ${isMoving ? '-translate-y-[calc(100%+8px)]' : '-translate-y-full'}`}
    >
      <Icon as={MapPin} className="fill-body [&>circle]:fill-band [&>circle]:stroke-band" />
    </span>
  )
}
