'use client'

import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { FieldState } from '@/field-state/field-state.tsx'
import { openSession } from '@/field-state/session.ts'
import { StartButton } from '@/field-state/session-buttons.tsx'
import { type FieldState as OpenFieldState, useCached } from '@/field-state/use-field-state.ts'
import { EntryForm } from './entry-form.tsx'
import { Returned } from './returned.tsx'
import { useDraft } from './use-draft.ts'

/** Records a vehicle, under a claim (`?claim=`), or revises a returned entry (`?revises=`). */
export function CollectPage() {
  return (
    <Suspense>
      <FormOfQuery />
    </Suspense>
  )
}

/** The page is the same for everybody and cached, so its query is read on the client. */
function FormOfQuery() {
  const query = useSearchParams()
  const revises = query.get('revises')
  const claim = Number(query.get('claim')) || null
  return (
    <FieldState>
      {(fieldState) => <Form key={`${revises} ${claim}`} fieldState={fieldState} revises={revises} claim={claim} />}
    </FieldState>
  )
}

type Props = { fieldState: OpenFieldState; revises: string | null; claim: number | null }

function Form({ fieldState, revises, claim }: Props) {
  const t = useTranslations('collect')
  const { draft, entry: returned, ...writing } = useDraft(fieldState, revises, claim)
  const names = useCached(fieldState.fieldCache, 'names')
  const session = openSession(fieldState.entries, fieldState.server)
  if (draft === null || names === undefined) return <p className="min-h-40 text-soft">{t('loading')}</p>
  if (draft === 'gone')
    return (
      <EmptyState title={t('goneTitle')} action={<LinkButton href="/">{t('toToday')}</LinkButton>}>
        <p>{t('gone')}</p>
      </EmptyState>
    )
  // A revision needs no open session: it belongs to the session of the entry.
  const sessionId = session?.id ?? returned?.sessionId ?? null
  return (
    <div className="flex flex-col gap-4">
      {returned && <Returned account={fieldState.account} entry={returned} />}
      {sessionId === null && (
        <EmptyState title={t('noSessionTitle')} action={<StartButton fieldState={fieldState} />}>
          <p>{t('noSession')}</p>
        </EmptyState>
      )}
      <EntryForm fieldState={fieldState} draft={draft} names={names} sessionId={sessionId} {...writing} />
    </div>
  )
}
