'use client'

import type { PointOfInterest } from '@salama/domain/network/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useGps } from '@salama/ui/use-gps.ts'
import { ArrowRight, LocateFixed } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { searchStages } from '@/map-search.ts'
import type { DraftPlace } from './draft.ts'
import { PlaceAnswer } from './place-answer.tsx'
import { StageSearch } from './stage-search.tsx'
import type { Coverage } from './use-coverage.ts'

/** A less accurate fix could be on another road. */
const INEXACT_M = 300

const asStop = ({ id, name, place }: PointOfInterest): DraftPlace => ({ kind: 'stop', id, name, ...place })

/**
 * The place: the phone's location or a stage. Shows its corridor and coverage before sending; a newly chosen place that
 * is unambiguous advances automatically.
 */
export function StepPlace({
  place,
  coverage,
  onChange,
  onDone,
}: {
  place: DraftPlace | undefined
  coverage: Coverage
  onChange: (place: DraftPlace | undefined) => void
  onDone: () => void
}) {
  const t = useTranslations('report')
  const gpsWords = useTranslations('nearby.gps')
  const gps = useGps({ exact: true })
  const [chosenNow, setChosenNow] = useState(false)
  const outside = coverage.state === 'known' && !coverage.location.inServiceArea
  const inexact = place?.kind === 'gps' && place.accuracyM > INEXACT_M
  const choose = (chosen: DraftPlace) => {
    gps.forgive()
    setChosenNow(true)
    onChange(chosen)
  }
  const goToMyLocation = async () => {
    const fix = await gps.ask()
    if (fix) choose({ kind: 'gps', ...fix })
  }
  const goOn = useEffectEvent(onDone)
  const isClear = chosenNow && coverage.state === 'known' && !outside && !inexact
  useEffect(() => {
    if (isClear) goOn()
  }, [isClear])
  return (
    <div className="flex flex-col gap-4">
      <Button size="large" wide busy={gps.asking} onClick={goToMyLocation}>
        {!gps.asking && <Icon as={LocateFixed} />}
        {gps.asking ? t('finding') : t('useMyPlace')}
      </Button>
      {gps.problem && (
        <Notice tone="warn" says="now">
          {gpsWords(gps.problem)}
        </Notice>
      )}
      <StageSearch
        key={place?.kind}
        label={t('orStage')}
        hint={t('stageHint')}
        unanswered={t('stageUnanswered')}
        value={null}
        onChange={(stage) => stage && choose(asStop(stage))}
        search={(q, signal) => searchStages(q, signal, place)}
      />
      {place && (
        <>
          <PlaceAnswer place={place} coverage={coverage} />
          {inexact && <Notice tone="warn">{t('inexact', { m: place.accuracyM })}</Notice>}
          {!outside && (
            <Button variant="main" size="large" wide onClick={onDone}>
              {t('thisPlace')}
              <Icon as={ArrowRight} />
            </Button>
          )}
        </>
      )}
    </div>
  )
}
