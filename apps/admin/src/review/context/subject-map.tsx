import type {
  IncidentBeside,
  ReviewedCollectionEntry,
  ReviewedDispute,
  ReviewedReport,
} from '@salama/domain/review-subjects/contract'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { MapLegend } from '@salama/ui/map/legend.tsx'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import type { ReadyMap } from '@salama/ui/map/use-map.ts'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useState } from 'react'
import { lazyMap, MapPlaceholder } from '@/parts/load-map.tsx'
import { useIncidentWords } from './nearby-incidents.tsx'
import { Part } from './parts.tsx'

type Subject = ReviewedReport | ReviewedDispute | ReviewedCollectionEntry

/** A map costs more than the rest of an entry, and whoever skims the list does not look at it. */
const SKIMMED_MS = 600

/** The reported location of a subject with the incidents around it. Nothing without a location. */
export function SubjectMap({ subject }: { subject: Subject }) {
  const t = useTranslations('review')
  const marker = useIncidentMarker()
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsRead(true), SKIMMED_MS)
    return () => clearTimeout(timer)
  }, [])
  if (subject.place === null) return null
  if (!isRead) return <MapPlaceholder height={HEIGHT} />
  const pin = subject.kind === 'dispute' ? undefined : t(`pin.${subject.kind}`)
  const trace = subject.kind === 'collection_entry' && subject.trace.length > 1 ? subject.trace : []
  return (
    <>
      <ContextMap place={subject.place} pin={pin} incidents={aroundOf(subject).map(marker)} trace={trace} />
      <TraceWords trace={trace} id={subject.id} />
    </>
  )
}

type Trace = ReviewedCollectionEntry['trace']

/** What the line on the map is. */
export function TraceWords({ trace, id }: { trace: Trace; id: string }) {
  const t = useTranslations('review')
  const { clock } = useTimes()
  const [first, last] = [trace[0], trace.at(-1)]
  if (!first || !last) return null
  const n = trace.findIndex((each) => each.id === id) + 1
  return (
    <p>
      {t('trace', { count: trace.length, from: clock(first.capturedAt), to: clock(last.capturedAt) })}{' '}
      {n > 0 && t('traceHere', { n })}
    </p>
  )
}

/** The points of a shift as a line in order of time, redrawn as the map moves. */
function TraceLine({ on: { map }, trace }: { on: ReadyMap; trace: Trace }) {
  const [, setMoves] = useState(0)
  useEffect(() => {
    const moved = () => setMoves((n) => n + 1)
    map.on('move', moved)
    return () => void map.off('move', moved)
  }, [map])
  const points = trace.map(({ id, lat, lng }) => ({ id, ...map.project([lng, lat]) }))
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        className="fill-none stroke-ink"
        strokeWidth="3"
      />
      {points.map(({ id, x, y }) => (
        <circle key={id} cx={x} cy={y} r="5" className="fill-ink stroke-paper" strokeWidth="2" />
      ))}
    </svg>
  )
}

function aroundOf(subject: Subject): readonly IncidentBeside[] {
  switch (subject.kind) {
    case 'report':
      return [...(subject.incident ? [subject.incident] : []), ...subject.nearby]
    case 'dispute':
      return [subject, ...subject.nearby]
    case 'collection_entry':
      return []
  }
}

/** An incident in a reviewer's view, as a map marker. */
export function useIncidentMarker() {
  const words = useIncidentWords()
  return (incident: IncidentBeside): MapIncident => {
    const { id, category, corroboration, visibility, place } = incident
    const { what, facts } = words(incident)
    return {
      id,
      category,
      // The map shows confidence only: a refuted incident is hollow like a disputed one.
      corroboration: corroboration === 'refuted' ? 'disputed' : corroboration,
      precision: visibility === 'coarse' ? 'coarse' : 'point',
      place,
      label: [what, ...facts].join('. '),
    }
  }
}

const HEIGHT = 'h-64'
const MapView = lazyMap(HEIGHT)

/** A location with the incidents around it. All of it is also available as text. */
export function ContextMap({
  place: { lat, lng },
  pin,
  incidents,
  trace = [],
}: {
  place: { lat: number; lng: number }
  /** The label of the place, if it has a pin. */
  pin?: string | undefined
  incidents: readonly MapIncident[]
  trace?: Trace
}) {
  const t = useTranslations('map')
  const [chosen, setChosen] = useState<string>()
  const place = useMemo(() => ({ lat, lng }), [lat, lng])
  return (
    <Part title={t('title')}>
      <MapView
        place={place}
        pin={pin !== undefined}
        pinLabel={pin}
        radiusM={1200}
        incidents={incidents}
        chosen={chosen}
        onChoose={setChosen}
        overlay={(on) => trace.length > 0 && <TraceLine on={on} trace={trace} />}
      >
        <p role="status" className="text-sm">
          {incidents.find(({ id }) => id === chosen)?.label}
        </p>
        <MapLegend pin={pin} />
      </MapView>
    </Part>
  )
}
