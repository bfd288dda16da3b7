import { Field } from '@salama/ui/components/field.tsx'
import { FieldError } from '@salama/ui/components/field-error.tsx'
import { useTranslations } from 'next-intl'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { type Area, type AreaText, areaIn, SIDES, textOf } from './area.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import { CITY, CITY_RADIUS_M } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { MapAttribution } from '@salama/ui/map/attribution.tsx'
import { useMap } from '@salama/ui/map/use-map.ts'
import { Square } from 'lucide-react'

/** An area of the map, drawn or entered as four numbers. Both stay in sync. */
export function AreaInput({
  value,
  error,
  onChange,
}: {
  value: AreaText
  error: string | undefined
  onChange: (area: AreaText) => void
}) {
  const t = useTranslations('assignments')
  const id = useId()
  const area = areaIn(value)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-semibold">{t('ways.area')}</legend>
      <p className="text-sm text-soft">{t('areaHint')}</p>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {SIDES.map((side) => (
          <Field
            key={side}
            label={t(`sides.${side}`)}
            inputMode="decimal"
            value={value[side]}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && id}
            onChange={(event) => onChange({ ...value, [side]: event.currentTarget.value })}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
      <AreaMap area={area} onChange={(drawn) => onChange(textOf(drawn))} />
    </fieldset>
  )
}

const NO_ROUNDS: readonly [] = []

type Pixels = { x: number; y: number }

/** The map for drawing an area. The four numbers beside it are the accessible equivalent. */
function AreaMap({ area, onChange }: { area: Area | null; onChange: (area: Area) => void }) {
  const t = useTranslations('assignments')
  const words = useTranslations('map')
  const box = useRef<HTMLDivElement>(null)
  const on = useMap(box, { place: CITY.centre, radiusM: 2 * CITY_RADIUS_M, rounds: NO_ROUNDS })
  const map = on.state === 'ready' ? on.map : null
  const [draws, setDraws] = useState(false)
  const [from, setFrom] = useState<Pixels | null>(null)
  const [to, setTo] = useState<Pixels | null>(null)
  const [, setMoves] = useState(0)

  // The rectangle is an overlay, so it is repositioned on every move of the map.
  useEffect(() => {
    if (!map) return
    const move = () => setMoves((moves) => moves + 1)
    map.on('move', move)
    return () => {
      map.off('move', move)
    }
  }, [map])

  const pixelsOf = (event: PointerEvent<HTMLElement>): Pixels => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const finish = () => {
    if (map && from && to && Math.abs(from.x - to.x) > 4 && Math.abs(from.y - to.y) > 4) {
      const corners = [map.unproject([from.x, from.y]), map.unproject([to.x, to.y])]
      const lats = corners.map(({ lat }) => lat)
      const lngs = corners.map(({ lng }) => lng)
      onChange({
        north: Math.max(...lats),
        south: Math.min(...lats),
        west: Math.min(...lngs),
        east: Math.max(...lngs),
      })
      setDraws(false)
    }
    setFrom(null)
    setTo(null)
  }
  const shown =
    from && to
      ? [from, to]
      : map && area
        ? [map.project([area.west, area.north]), map.project([area.east, area.south])]
        : null

  if (on.state === 'missing' || on.state === 'failed') return <Notice announce="polite">{t('noMap')}</Notice>
  return (
    <div className="flex flex-col gap-2">
      <Button aria-pressed={draws} disabled={!map} className="self-start" onClick={() => setDraws(!draws)}>
        <Icon as={Square} />
        {draws ? t('drawing') : t('draw')}
      </Button>
      <div className="relative h-96 overflow-hidden rounded-control bg-sunken">
        <div ref={box} className="size-full" />
        {on.state === 'loading' && (
          <p role="status" className="absolute inset-0 grid place-items-center bg-sunken text-soft">
            {words('loading')}
          </p>
        )}
        {shown && <Rectangle corners={shown} />}
        {draws && (
          <div
            data-testid="draw"
            className="absolute inset-0 cursor-crosshair touch-none"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              setFrom(pixelsOf(event))
              setTo(pixelsOf(event))
            }}
            onPointerMove={(event) => from && setTo(pixelsOf(event))}
            onPointerUp={finish}
            onPointerCancel={finish}
          />
        )}
        <MapAttribution isReady={on.state === 'ready'} />
      </div>
    </div>
  )
}

function Rectangle({ corners: [a, b] }: { corners: readonly Pixels[] }) {
  if (!a || !b) return null
  return (
    <div
      className="pointer-events-none absolute border-4 border-dashed border-ink bg-ink/10"
      style={{
        left: Math.min(a.x, b.x),
        top: Math.min(a.y, b.y),
        width: Math.abs(a.x - b.x),
        height: Math.abs(a.y - b.y),
      }}
    />
  )
}
