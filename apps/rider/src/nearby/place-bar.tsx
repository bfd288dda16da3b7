'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useGps } from '@salama/ui/use-gps.ts'
import { LocateFixed, Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Welcome } from '@/arriving/welcome.tsx'
import { isSamePlace, usePlaceName } from './place-name.ts'
import { type ListLocation, roundLocation } from './query.ts'

const StagePicker = dynamic(() => import('./stage-picker.tsx').then((module) => module.StagePicker), { ssr: false })

/** The place of the list, and the two ways to change it. */
export function PlaceBar({
  place,
  onChange,
  isFirstVisit,
}: {
  place: ListLocation
  onChange: (place: ListLocation) => void
  isFirstVisit: boolean
}) {
  const t = useTranslations('nearby')
  const nameOf = usePlaceName()
  const gps = useGps({ exact: false })
  const [picking, setPicking] = useState(false)
  const [mine, setMine] = useState<ListLocation | null>(null)
  const goToMyLocation = async () => {
    const fix = await gps.ask()
    if (!fix) return
    const found = { lat: roundLocation(fix.lat), lng: roundLocation(fix.lng), name: null }
    setMine(found)
    onChange(found)
  }
  return (
    <header className="flex flex-col gap-3 py-4 md:flex-row md:items-end md:justify-between">
      {isFirstVisit && <Welcome onLocate={goToMyLocation} />}
      <h1 className="band-beside py-0.5 pl-4 text-2xl font-bold md:text-3xl">
        {t('around', { place: place.name === null && isSamePlace(place, mine) ? t('you') : nameOf(place) })}
      </h1>
      <div className="flex flex-col gap-2">
        <div className="pairs md:flex">
          <Button busy={gps.asking} onClick={goToMyLocation}>
            {!gps.asking && <Icon as={LocateFixed} />}
            {gps.asking ? t('finding') : t('useMyPlace')}
          </Button>
          <Button onClick={() => setPicking(true)}>
            <Icon as={Search} />
            {t('chooseStage')}
          </Button>
        </div>
        {gps.problem && (
          <Notice tone="warn" says="now">
            {t(`gps.${gps.problem}`)}
          </Notice>
        )}
      </div>
      {picking && (
        <StagePicker
          near={place}
          onClose={() => setPicking(false)}
          onPick={(stage) => {
            setPicking(false)
            gps.forgive()
            onChange({ ...stage.place, name: stage.name })
          }}
        />
      )}
    </header>
  )
}
