'use client'

import { useTranslations } from 'next-intl'
import { Button } from '../components/button.tsx'
import { PageHeader } from '../components/page-header.tsx'

type Props = { error: Error & { digest?: string }; reset: () => void }

/** For `error.tsx`: the page could not be made. The number is the one that the server's log has. */
export function ErrorPage({ error, reset }: Props) {
  const t = useTranslations('common')
  return (
    <>
      <PageHeader title={t('errorTitle')}>{t('errorWords')}</PageHeader>
      <Button look="main" onClick={reset}>
        {t('retry')}
      </Button>
      {error.digest && <p className="mt-6 text-soft">{t('errorCode', { id: error.digest })}</p>}
    </>
  )
}
