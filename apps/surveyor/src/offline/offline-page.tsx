'use client'

import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useRequestedUrl } from '@salama/ui/offline/use-requested-url.ts'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** The links that work offline. */
export function OfflineWays() {
  const t = useTranslations('offline')
  const url = useRequestedUrl()
  return (
    <div className="flex flex-wrap gap-3 pb-6">
      <LinkButton href="/" variant="main">
        {t('today')}
      </LinkButton>
      <Button onClick={() => window.location.assign(url)}>
        <Icon as={RotateCw} />
        {t('retry')}
      </Button>
    </div>
  )
}
