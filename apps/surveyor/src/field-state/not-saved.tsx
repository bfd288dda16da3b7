'use client'

import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'

export function NotSaved({ reason }: { reason: 'full' | 'unavailable' }) {
  const t = useTranslations('session')
  return (
    <Notice tone="danger" says="now">
      {t(`notSaved.${reason}`)}
    </Notice>
  )
}
