import type { mergeSaccos } from '@salama/domain/saccos/contract'
import { getTranslations } from 'next-intl/server'
import { Action } from '@/lists/action.tsx'

type Group = { id: string; name: string }

/** Merges `from` into `into` after a confirmation that explains the effect. */
export async function MergeButton({ from, into, label }: { from: Group; into: Group; label: string }) {
  const t = await getTranslations('saccos')
  const names = { from: from.name, into: into.name }
  return (
    <Action<typeof mergeSaccos>
      label={label}
      title={t('mergeTitle', names)}
      done={t('merged', names)}
      endpoint="POST /api/saccos/{id}/merge"
      request={{ params: { id: from.id }, body: { into: into.id }, names: into.id }}
    >
      <p>{t('mergeWords', names)}</p>
    </Action>
  )
}
