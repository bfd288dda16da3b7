'use client'

import { isDone } from '@salama/outbox/items.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { FieldState } from '@/field-state/field-state.tsx'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { OutboxItem } from './outbox-item.tsx'

export const OutboxPage = () => <FieldState>{(fieldState) => <List fieldState={fieldState} />}</FieldState>

const DAY_MS = 24 * 3600 * 1000
const order = ({ item }: FieldEntry) => (item.state === 'refused' ? 0 : 1)

/** Pending items with their status, refused ones first; then those received today. */
function List({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('outbox')
  const shown = fieldState.entries.filter(({ item }) => item.content.kind !== 'touch')
  const left = shown.filter((entry) => !isDone(entry)).toSorted((a, b) => order(a) - order(b))
  const arrived = shown.filter(isDone).filter(({ item }) => Date.now() - (item.receivedAt ?? 0) < DAY_MS)
  const all = left.length + arrived.length
  return (
    <div className="flex flex-col gap-6 pb-8">
      {all > 0 && (
        <div className="flex flex-col gap-2">
          <p role="status" className="text-2xl font-bold">
            {t('progress', { arrived: arrived.length, all })}
          </p>
          <progress aria-label={t('progressLabel')} value={arrived.length} max={all} className="h-4 w-full accent-ok" />
        </div>
      )}
      {left.length > 0 && (
        <section aria-labelledby="waiting" className="flex flex-col gap-3">
          <h2 id="waiting" className="text-xl font-bold">
            {t('waiting', { count: left.length })}
          </h2>
          <TryNow fieldState={fieldState} />
          <ul className="flex flex-col gap-2">
            {left.map((entry) => (
              <OutboxItem key={entry.item.id} fieldState={fieldState} entry={entry} />
            ))}
          </ul>
        </section>
      )}
      {all === 0 && (
        <EmptyState title={t('emptyTitle')} action={<LinkButton href="/collect">{t('emptyAction')}</LinkButton>}>
          <p>{t('empty')}</p>
        </EmptyState>
      )}
      {arrived.length > 0 && (
        <section aria-labelledby="arrived" className="flex flex-col gap-3">
          <h2 id="arrived" className="text-xl font-bold">
            {t('arrived', { count: arrived.length })}
          </h2>
          <ul className="flex flex-col gap-2">
            {arrived.toReversed().map((entry) => (
              <OutboxItem key={entry.item.id} fieldState={fieldState} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** Each item shows its own result; offline nothing changes there, so this confirms the attempt. */
function TryNow({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('outbox')
  const [state, setState] = useState<'idle' | 'trying' | 'noLine'>('idle')
  useEffect(() => {
    const isBack = () => setState((now) => (now === 'noLine' ? 'idle' : now))
    window.addEventListener('online', isBack)
    return () => window.removeEventListener('online', isBack)
  }, [])
  const tryNow = async () => {
    setState('trying')
    await fieldState.outbox.flush({ eager: true }).catch(() => null)
    setState(navigator.onLine ? 'idle' : 'noLine')
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button busy={state === 'trying'} onClick={tryNow}>
        {state !== 'trying' && <Icon as={RotateCw} />}
        {t('tryNow')}
      </Button>
      <p role="status" className={state === 'noLine' ? 'font-semibold text-warn' : 'sr-only'}>
        {state === 'noLine' && t('triedNoLine')}
      </p>
    </div>
  )
}
