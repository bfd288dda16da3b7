'use client'

import { StopSearch } from '@salama/ui/components/stop-search.tsx'
import { rankStages } from '@salama/ui/stops/rank-stages.ts'
import { useTranslations } from 'next-intl'
import type { Desk } from '@/desk/use-desk.ts'
import type { Stage } from '@/outbox/content.ts'

/** Names a stage, from those that this phone keeps, where it does not say itself where it is. Needs no line. */
export function StageSearch({ desk, onChoose }: { desk: Desk; onChoose: (stage: Stage) => void }) {
  const t = useTranslations('stage')
  return (
    <StopSearch
      label={t('label')}
      hint={t('hint')}
      value={null}
      onChange={(stop) => stop && onChoose({ stopId: stop.id, name: stop.name })}
      search={async (q) => {
        const [stages, fix] = await Promise.all([desk.keep.get('stages'), desk.keep.get('fix')])
        if (stages === null) throw new Error('This phone keeps no stages yet')
        return rankStages(stages, q, fix ?? undefined)
      }}
    />
  )
}
