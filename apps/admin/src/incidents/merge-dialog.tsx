import type { getIncidentRecord } from '@salama/domain/incident-records/contract'
import { call, problemIn } from '@salama/http/call'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { RadioRow } from '@/parts/options.tsx'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { type IncidentRecord, useAround } from './use-record.ts'

type Props = {
  record: IncidentRecord
  open: boolean
  onClose: () => void
  onMerge: (input: { into: string; intoVersion: number; reason: string }) => Promise<void>
}

/** Merges an incident into another one nearby of the same category. */
export function MergeDialog({ record, open, onClose, onMerge }: Props) {
  const t = useTranslations('incidentView')
  const tIncidents = useTranslations('incidents')
  const category = useTranslations('categories')
  const { moment } = useTimes()
  const name = useId()
  const [into, setInto] = useState('')
  const { others, asOf, error, isPending, refetch } = useAround(record, open)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('merge')}
      confirm={t('mergeYes')}
      asksReason
      canConfirm={into !== ''}
      onConfirm={async (why) => {
        const other = await call<typeof getIncidentRecord>('GET /api/incidents/{id}', { params: { id: into } })
        await onMerge({ into, intoVersion: other.version, reason: why })
      }}
    >
      <p>{t('mergeWords')}</p>
      {error && <ProblemNotice problem={problemIn(error)} onRetry={() => void refetch()} />}
      <fieldset className="flex flex-col" aria-busy={isPending}>
        <legend className="font-semibold">{t('mergeInto')}</legend>
        {others?.length === 0 && <p className="text-soft">{t('mergeNone')}</p>}
        {others?.map((other) => {
          const { where, away, seen } = incidentWords(other, Date.parse(asOf ?? other.lastSeenAt), tIncidents, category)
          return (
            <RadioRow key={other.id} name={name} checked={into === other.id} onChoose={() => setInto(other.id)}>
              {[where, away, seen, moment(other.lastSeenAt)].filter(Boolean).join(' · ')}
            </RadioRow>
          )
        })}
      </fieldset>
    </ConfirmDialog>
  )
}
