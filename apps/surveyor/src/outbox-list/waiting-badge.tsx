'use client'

import { isDone } from '@salama/outbox/items.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { useTranslations } from 'next-intl'
import { useAccount } from '@/field-state/use-field-state.ts'
import { fieldOutbox } from '@/outbox/field-outbox.ts'

export function WaitingBadge() {
  const account = useAccount()
  return account ? <OfAccount key={account} account={account} /> : null
}

const MOST = 99

function OfAccount({ account }: { account: string }) {
  const t = useTranslations('outboxBar')
  const entries = useOutbox(fieldOutbox(account))
  const shown = Array.isArray(entries) ? entries.filter(({ item }) => item.content.kind !== 'touch') : []
  const waiting = shown.filter((entry) => !isDone(entry)).length
  if (waiting === 0) return null
  const isRefused = shown.some(({ item }) => item.state === 'refused')
  return (
    <span
      className={`absolute top-0.5 right-1 grid min-w-6 place-items-center rounded-full border-2 border-paper px-1 text-sm leading-5 font-bold tabular-nums md:static ${isRefused ? 'bg-danger text-paper' : 'bg-band text-on-plate'}`}
    >
      <span aria-hidden="true">{waiting > MOST ? `${MOST}+` : waiting}</span>
      <span className="sr-only"> {t('waiting', { count: waiting })}</span>
    </span>
  )
}
