import type { PointOfInterest } from '@salama/domain/network/contract'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { useTranslations } from 'next-intl'
import { searchStages } from '@/map-search.ts'

export function StagePicker({
  near,
  onPick,
  onClose,
}: {
  near: { lat: number; lng: number }
  onPick: (stage: PointOfInterest) => void
  onClose: () => void
}) {
  const t = useTranslations('nearby')
  return (
    <Sheet title={t('chooseStage')} open onClose={onClose}>
      <StageSearch
        label={t('stageName')}
        hint={t('stageHint')}
        value={null}
        onChange={(stage) => stage && onPick(stage)}
        search={(q, signal) => searchStages(q, signal, near)}
      />
    </Sheet>
  )
}
