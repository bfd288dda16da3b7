'use client'

import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Desk } from '@/desk/desk.tsx'
import { openSession } from '@/desk/session.ts'
import { StartButton } from '@/desk/session-buttons.tsx'
import { type Desk as OpenDesk, useKept } from '@/desk/use-desk.ts'
import { EntryForm } from './entry-form.tsx'
import { Returned } from './returned.tsx'
import { useDraft } from './use-draft.ts'

/** Recording a vehicle, or putting right one that came back (`?revises=`). */
export function CollectPage() {
  const revises = useRevises()
  if (revises === undefined) return null
  return <Desk>{(desk) => <Form key={revises} desk={desk} revises={revises} />}</Desk>
}

/** The page is the same for everybody, so what its address asks for is found out here. */
function useRevises(): string | null | undefined {
  const [revises, setRevises] = useState<string | null>()
  useEffect(() => setRevises(new URLSearchParams(window.location.search).get('revises')), [])
  return revises
}

function Form({ desk, revises }: { desk: OpenDesk; revises: string | null }) {
  const t = useTranslations('collect')
  const { draft, ...writing } = useDraft(desk, revises)
  const names = useKept(desk.keep, 'names')
  const session = openSession(desk.entries, desk.server)
  const returned = desk.server?.entries.find(({ id }) => id === revises)
  if (draft === null || names === undefined) return <p className="min-h-40 text-soft">{t('loading')}</p>
  if (draft === 'gone')
    return (
      <EmptyState title={t('goneTitle')} action={<LinkButton href="/">{t('toToday')}</LinkButton>}>
        <p>{t('gone')}</p>
      </EmptyState>
    )
  // A correction may be made without a session of its own: it then belongs to that of the entry.
  const sessionId = session?.id ?? returned?.sessionId ?? null
  return (
    <div className="flex flex-col gap-4 pb-8">
      {returned && <Returned entry={returned} />}
      {sessionId === null && (
        <EmptyState title={t('noSessionTitle')} action={<StartButton desk={desk} />}>
          <p>{t('noSession')}</p>
        </EmptyState>
      )}
      <EntryForm desk={desk} draft={draft} names={names} sessionId={sessionId} {...writing} />
    </div>
  )
}
