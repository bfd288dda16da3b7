import { useTranslations } from 'next-intl'
import { fieldCacheOf } from '@/field-state/field-cache.ts'
import { useAccount, useCached } from '@/field-state/use-field-state.ts'
import { NavBadge } from '@/nav-badge.tsx'

/** How many changes of the person's assignments are unread, beside the link to Today. Needs `outboxBar`. */
export function ChangesBadge() {
  const account = useAccount()
  return account ? <OfAccount key={account} account={account} /> : null
}

function OfAccount({ account }: { account: string }) {
  const t = useTranslations('outboxBar')
  const count = useCached(fieldCacheOf(account), 'changes')?.length ?? 0
  return count === 0 ? null : <NavBadge count={count} label={t('changes', { count })} isUrgent={false} />
}
