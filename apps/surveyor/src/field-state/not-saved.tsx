'use client'

import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'

export function NotSaved({ reason }: { reason: 'full' | 'unavailable' }) {
  const t = useTranslations('session')
  return (
    <Notice tone="danger" announce="assertive">
      {t(`notSaved.${reason}`)}
    </Notice>
  )
}
