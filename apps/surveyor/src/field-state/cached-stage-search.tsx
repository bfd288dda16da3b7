import { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { searchStages } from '@salama/ui/stages/search-stages.ts'
import { useTranslations } from 'next-intl'
import type { Stage } from '@/outbox/content.ts'
import type { FieldState } from './use-field-state.ts'

/** Searches for a stage by name when the phone has no location. Offline it searches the cached ones. */
export function CachedStageSearch({
  fieldState,
  onChoose,
}: {
  fieldState: FieldState
  onChoose: (stage: Stage) => void
}) {
  const t = useTranslations('stage')
  return (
    <StageSearch
      label={t('label')}
      hint={t('hint')}
      value={null}
      onChange={(stop) => stop && onChoose({ stopId: stop.id, name: stop.name })}
      search={async (q, signal) => {
        const near = (await fieldState.fieldCache.get('fix')) ?? undefined
        return searchStages(q, signal, { near, saved: async () => (await fieldState.fieldCache.get('stages')) ?? [] })
      }}
    />
  )
}
