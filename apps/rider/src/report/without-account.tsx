'use client'

import { currentAccount, remembered } from '@salama/outbox/account.ts'
import { Link, usePathname } from '@salama/ui/i18n/navigation.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

/** Says that no account is needed, and what one would add: nothing for a report that is not clustered. */
export function WithoutAccount({ canConfirm }: { canConfirm: boolean }) {
  const t = useTranslations('report')
  const locale = useLocale()
  const path = usePathname()
  const [isSignedIn, setIsSignedIn] = useState(() => remembered() !== null)
  useEffect(() => {
    currentAccount().then((mark) => setIsSignedIn(mark !== null))
  }, [])
  if (isSignedIn) return null
  const back = encodeURIComponent(`/${locale}${path}?resume=1`)
  return (
    <div className="max-w-prose">
      <p>{t('withoutAccount')}</p>
      {canConfirm && (
        <Link
          href={`/sign-in?callbackUrl=${back}`}
          replace
          className="inline-flex min-h-touch items-center font-semibold text-link underline decoration-line decoration-2 underline-offset-4"
        >
          {t('signInFirst')}
        </Link>
      )}
    </div>
  )
}
