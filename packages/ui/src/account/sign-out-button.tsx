'use client'

import { LogOut } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { ProblemNotice } from './parts.tsx'
import { type Failure, signOut } from './requests.ts'

/** Ends the session of this app, here and at Auth, and goes to the first page. */
export function SignOutButton() {
  const t = useTranslations('account')
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)

  async function leave() {
    setBusy(true)
    setProblem(null)
    const failed = await signOut()
    if (failed === null) return window.location.assign(`/${locale}`)
    setProblem(failed)
    setBusy(false)
  }

  return (
    <>
      <ProblemNotice problem={problem} />
      <Button onClick={leave} busy={busy}>
        <Icon as={LogOut} />
        {t('signOut')}
      </Button>
    </>
  )
}
