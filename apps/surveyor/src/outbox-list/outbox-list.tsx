'use client'

import { isDone } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Meter } from '@salama/ui/components/meter.tsx'
import { EntryList } from '@salama/ui/outbox/outbox-entries.tsx'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { FieldState } from '@/field-state/field-state.tsx'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { OutboxItem } from './outbox-item.tsx'

/** Pending items with their status, refused ones first; then those received today. */
export const OutboxList = () => <FieldState>{(fieldState) => <Entries fieldState={fieldState} />}</FieldState>

const DAY_MS = 24 * 3600 * 1000
const order = ({ item }: FieldEntry) => (item.state === 'refused' ? 0 : 1)

function Entries({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('outbox')
  const shown = fieldState.entries.filter(({ item }) => item.content.kind !== 'touch')
  const left = shown.filter((entry) => !isDone(entry)).toSorted((a, b) => order(a) - order(b))
  const arrived = shown.filter(isDone).filter(({ item }) => Date.now() - (item.receivedAt ?? 0) < DAY_MS)
  const all = left.length + arrived.length
  if (all === 0)
    return (
      <EmptyState title={t('emptyTitle')} action={<LinkButton href="/collect">{t('emptyAction')}</LinkButton>}>
        <p>{t('empty')}</p>
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6 pb-8">
      <div role="status">
        <Meter label={t('progress', { arrived: arrived.length, all })} value={arrived.length} max={all} />
      </div>
      {left.length > 0 && (
        <EntryList
          title={t('waiting', { count: left.length })}
          action={<TryNow fieldState={fieldState} />}
          entries={left}
        >
          {(entry) => <OutboxItem fieldState={fieldState} entry={entry} />}
        </EntryList>
      )}
      {arrived.length > 0 && (
        <EntryList title={t('arrived', { count: arrived.length })} entries={arrived.toReversed()}>
          {(entry) => <OutboxItem fieldState={fieldState} entry={entry} />}
        </EntryList>
      )}
    </div>
  )
}

/** Each item shows its own result; offline nothing changes there, so this confirms the attempt. */
function TryNow({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('outbox')
  const [state, setState] = useState<'idle' | 'trying' | 'offline'>('idle')
  useEffect(() => {
    const isBack = () => setState((now) => (now === 'offline' ? 'idle' : now))
    window.addEventListener('online', isBack)
    return () => window.removeEventListener('online', isBack)
  }, [])
  const tryNow = async () => {
    setState('trying')
    await fieldState.outbox.flush({ eager: true }).catch(() => null)
    setState(navigator.onLine ? 'idle' : 'offline')
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button busy={state === 'trying'} onClick={tryNow}>
        {state !== 'trying' && <Icon as={RotateCw} />}
        {t('tryNow')}
      </Button>
      <p role="status" className={state === 'offline' ? 'font-semibold text-warn' : 'sr-only'}>
        {state === 'offline' && t('triedOffline')}
      </p>
    </div>
  )
}
