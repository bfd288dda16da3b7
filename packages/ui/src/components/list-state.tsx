'use client'

import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'

// The states of a list, in place of its entries or above older ones, announced politely; the fourth is EmptyState.

export function LoadingState() {
  const t = useTranslations('common')
  return (
    <p role="status" className="text-soft">
      {t('loading')}
    </p>
  )
}

/** The phone is offline. `children`: what is shown instead, and its age; `onRetry` if it does not retry by itself. */
export function OfflineState({ children, onRetry }: { children: ReactNode; onRetry?: () => void }) {
  const t = useTranslations('common')
  return (
    <Notice tone="warn" announce="polite" title={t('offlineTitle')}>
      {children}
      {onRetry && <Retry onRetry={onRetry} />}
    </Notice>
  )
}

/** Online, but the server does not respond. */
export function FailedState({
  title,
  children,
  onRetry,
}: {
  title: string
  children?: ReactNode
  onRetry: () => void
}) {
  return (
    <Notice tone="danger" announce="polite" title={title}>
      {children}
      <Retry onRetry={onRetry} />
    </Notice>
  )
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common')
  return (
    <Button onClick={onRetry}>
      <Icon as={RotateCw} />
      {t('retry')}
    </Button>
  )
}
