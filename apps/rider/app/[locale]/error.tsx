'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useTransition } from 'react'

/** A page that could not be made. `digest` is what the server's log calls it. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations('common')
  const router = useRouter()
  const [trying, startTrying] = useTransition()
  const tryAgain = () =>
    startTrying(() => {
      router.refresh()
      reset()
    })
  return (
    <div role="alert" className="mx-auto max-w-2xl">
      <PageHeader title={t('errorTitle')}>
        <p>{t('errorWords')}</p>
      </PageHeader>
      <Button busy={trying} onClick={tryAgain}>
        {!trying && <Icon as={RotateCw} />}
        {t('retry')}
      </Button>
      {error.digest && <p className="pt-6 text-sm text-soft">{t('errorCode', { id: error.digest })}</p>}
    </div>
  )
}
