'use client'

import type { getCorridorMap } from '@salama/domain/network/contract'
import { call } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import { Map as MapIcon, RotateCw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { boundsOf, type Line } from './bounds.ts'

const HEIGHT = 'h-80'
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control bg-sunken`} />,
})

type Shown = { state: 'closed' | 'loading' | 'failed' } | ({ state: 'open' } & ReturnType<typeof boundsOf>)

/** The lines of the map, from the URL that the map uses too, so that the cache serves both. @throws on failure */
async function fetchLine(id: string): Promise<Line> {
  const { features } = await call<typeof getCorridorMap>('GET /api/corridor-map')
  const line = features.find(({ properties }) => properties.id === id)
  if (!line) throw new Error('This line is not on the map')
  return line.geometry
}

/** A corridor or route on a map with its live incidents; loaded on request. */
export function LineMap({ id, incidents }: { id: string; incidents: readonly MapIncident[] }) {
  const t = useTranslations('line')
  const [shown, setShown] = useState<Shown>({ state: 'closed' })
  const [chosen, setChosen] = useState<string>()
  const open = () => {
    setShown({ state: 'loading' })
    fetchLine(id).then(
      (line) => setShown({ state: 'open', ...boundsOf(line) }),
      () => setShown({ state: 'failed' }),
    )
  }
  const chosenIncident = incidents.find((incident) => incident.id === chosen)
  if (shown.state === 'open')
    return (
      <MapView
        place={shown.centre}
        pin={false}
        hasStages
        radiusM={shown.radiusM}
        focus={id}
        incidents={incidents}
        chosen={chosen}
        onChoose={setChosen}
        className={HEIGHT}
      >
        <p aria-live="polite" className="text-soft">
          {chosenIncident ? chosenIncident.label : t('mapTwin')}
        </p>
      </MapView>
    )
  return (
    <div className="flex flex-col items-start gap-3" data-needs-script>
      {shown.state === 'failed' && (
        <Notice tone="warn" announce="assertive">
          <p>{t('mapFailed')}</p>
        </Notice>
      )}
      <Button busy={shown.state === 'loading'} onClick={open}>
        {shown.state === 'closed' && <Icon as={MapIcon} />}
        {shown.state === 'failed' && <Icon as={RotateCw} />}
        {t('showMap')}
      </Button>
    </div>
  )
}
