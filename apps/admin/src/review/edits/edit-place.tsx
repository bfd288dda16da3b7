'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { DraggablePin } from '@salama/ui/map/draggable-pin.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { z } from 'zod'
import { loadMap } from '@/parts/load-map.tsx'
import type { EditProps } from './edits.ts'

const HEIGHT = 'h-72'
const MapView = dynamic(loadMap, {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control border-2 border-edge bg-sunken`} />,
})

const Place = z.object({ lat: z.number(), lng: z.number() })
type Place = z.output<typeof Place>

/** Five decimals are a metre. */
const rounded = ({ lat, lng }: Place): Place => ({ lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) })

/** The place of a report as a pin to drag, or to move with the arrow keys. */
export function EditPlace({ said, edits, onChange }: EditProps & { said: Place }) {
  const t = useTranslations('review')
  // The map stays where it was opened: it would jump after every move.
  const [opened] = useState(() => Place.safeParse(edits.place).data ?? said)
  const moved = Place.safeParse(edits.place).data
  const { place: _, ...others } = edits
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="pb-1 font-semibold">{t('fact.place')}</legend>
      <p className="text-soft">{t('placeHint')}</p>
      <MapView
        place={opened}
        pin={false}
        radiusM={500}
        className={HEIGHT}
        overlay={(on) => (
          <DraggablePin
            on={on}
            place={moved ?? said}
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
