import { Button } from '@salama/ui/components/button.tsx'
import { DraggablePin } from '@salama/ui/map/draggable-pin.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { lazyMap } from '@/parts/load-map.tsx'
import type { EditProps } from './edits.ts'

const MapView = lazyMap('h-72')

type Place = { lat: number; lng: number }

function placeIn(value: unknown): Place | null {
  const { lat, lng } = Object(value)
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
}

/** Five decimals are a metre. */
const rounded = ({ lat, lng }: Place): Place => ({ lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) })

/** The place of a report as a pin to drag, or to move with the arrow keys. */
export function EditPlace({ original, edits, onChange }: EditProps & { original: Place }) {
  const t = useTranslations('review')
  // The map stays where it was opened: it would jump after every move.
  const [opened] = useState(() => placeIn(edits.place) ?? original)
  const moved = placeIn(edits.place)
  const { place: _, ...others } = edits
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="pb-1 font-semibold">{t('fact.place')}</legend>
      <p className="text-soft">{t('placeHint')}</p>
      <MapView
        place={opened}
        pin={false}
        radiusM={500}
        overlay={(on) => (
          <DraggablePin
            on={on}
            place={moved ?? original}
            label={t('movePin')}
            onMove={(place) => onChange({ ...others, place: rounded(place) })}
          />
        )}
      />
      {moved && (
        <Button className="self-start" onClick={() => onChange(others)}>
          {t('placeReset')}
        </Button>
      )}
    </fieldset>
  )
}
