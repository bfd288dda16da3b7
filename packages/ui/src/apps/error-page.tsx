'use client'

import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { PageHeader } from '../components/page-header.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

/** For `error.tsx`: rendering the page failed. `digest` identifies the error in the server's log. */
export function ErrorPage({ error, reset }: Props) {
  const t = useTranslations('common')
  const router = useRouter()
  const [trying, startTrying] = useTransition()
  const tryAgain = () =>
    startTrying(() => {
      router.refresh() // `reset` alone would show the server's first response again
      reset()
    })
  return (
    <div role="alert" className="max-w-2xl">
      <PageHeader title={t('errorTitle')}>{t('errorWords')}</PageHeader>
      <Button busy={trying} onClick={tryAgain}>
        {!trying && <Icon as={RotateCw} />}
        {t('retry')}
      </Button>
      {error.digest && <p className="pt-6 text-sm text-soft">{t('errorCode', { id: error.digest })}</p>}
    </div>
  )
}
