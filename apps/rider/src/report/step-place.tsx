import type { PointOfInterest } from '@salama/domain/network/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useGps } from '@salama/ui/use-gps.ts'
import { LocateFixed } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { searchStages } from '@/map-search.ts'
import { asPlace, type DraftPlace } from './draft.ts'
import { LazyStageSearch } from './lazy-stage-search.tsx'

const asStop = ({ id, name, place }: PointOfInterest): DraftPlace => ({ kind: 'stop', id, name, ...place })

/** The place, where the phone does not say it or it is another one: its location after all, or a stage. */
export function StepPlace({
  place,
  onChoose,
}: {
  place: DraftPlace | undefined
  onChoose: (place: DraftPlace) => void
}) {
  const t = useTranslations('report')
  const gpsWords = useTranslations('nearby.gps')
  const gps = useGps({ exact: true })
  const goToMyLocation = async () => {
    const fix = await gps.ask()
    if (fix) onChoose(asPlace(fix))
  }
  return (
    <div className="flex flex-col gap-4">
      <Button size="large" wide busy={gps.asking} onClick={goToMyLocation}>
        {!gps.asking && <Icon as={LocateFixed} />}
        {t(gps.asking ? 'place.finding' : 'useMyPlace')}
      </Button>
      {gps.problem && (
        <Notice tone="warn" announce="assertive">
          {gpsWords(gps.problem)}
        </Notice>
      )}
      <LazyStageSearch
        label={t('orStage')}
        hint={t('stageHint')}
        unanswered={t('stageUnanswered')}
        value={null}
        onChange={(stage) => stage && onChoose(asStop(stage))}
        search={(q, signal) => searchStages(q, signal, place)}
      />
    </div>
  )
}
