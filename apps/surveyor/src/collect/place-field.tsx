import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useGps } from '@salama/ui/use-gps.ts'
import { LocateFixed } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { CachedStageSearch } from '@/field-state/cached-stage-search.tsx'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { FIELD_GPS } from '@/gps.ts'
import type { FieldPlace } from '@/outbox/content.ts'

/** Where the vehicle was seen: the phone's location if permitted, else a stage by name. */
export function PlaceField({
  fieldState,
  place,
  onChange,
}: {
  fieldState: FieldState
  place: FieldPlace | null
  onChange: (place: FieldPlace | null) => void
}) {
  const t = useTranslations('collect')
  const gps = useGps(FIELD_GPS)
  const ask = async () => {
    const fix = await gps.ask()
    if (!fix) return
    fieldState.fieldCache.put('fix', fix)
    onChange(fix)
  }
  const stage = place !== null && 'stopId' in place ? place : null
  const words = () => {
    if (stage) return stage.name === null ? t('placeStageKept') : t('placeStage', { name: stage.name })
    if (gps.problem) return t('placeFailed')
    return place && 'accuracyM' in place ? t('placeIs', { metres: place.accuracyM }) : t('placeNone')
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button busy={gps.asking} onClick={ask}>
        {!gps.asking && <Icon as={LocateFixed} />}
        {t(place ? 'placeAgain' : 'placeAdd')}
      </Button>
      <p role="status" className="text-soft">
        {words()}
      </p>
      {(gps.problem || stage) && (
        <div className="w-full">
          <CachedStageSearch key={stage?.stopId} fieldState={fieldState} onChoose={onChange} />
        </div>
      )}
    </div>
  )
}
