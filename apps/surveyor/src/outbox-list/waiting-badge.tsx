import { isDone } from '@salama/outbox/items.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { useTranslations } from 'next-intl'
import { useAccount } from '@/field-state/use-field-state.ts'
import { NavBadge } from '@/nav-badge.tsx'
import { fieldOutbox } from '@/outbox/field-outbox.ts'

export function WaitingBadge() {
  const account = useAccount()
  return account ? <OfAccount key={account} account={account} /> : null
}

function OfAccount({ account }: { account: string }) {
  const t = useTranslations('outboxBar')
  const entries = useOutbox(fieldOutbox(account))
  const shown = Array.isArray(entries) ? entries.filter(({ item }) => item.content.kind !== 'touch') : []
  const waiting = shown.filter((entry) => !isDone(entry)).length
  if (waiting === 0) return null
  const isRefused = shown.some(({ item }) => item.state === 'refused')
  return <NavBadge count={waiting} label={t('waiting', { count: waiting })} isUrgent={isRefused} />
}
