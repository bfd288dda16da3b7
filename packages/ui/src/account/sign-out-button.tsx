'use client'

import { LogOut, MonitorX } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { ProblemNotice } from './parts.tsx'
import { type Failure, signOut, signOutEverywhere } from './requests.ts'

/** Ends the session of this app, here and at Auth, and goes to the first page. */
export function SignOutButton() {
  const locale = useLocale()
  return <Leave icon={LogOut} words="signOut" by={signOut} to={`/${locale}`} />
}

/** Ends all sessions of the account, in every app and on every device, and says so. */
export function SignOutEverywhereButton() {
  const locale = useLocale()
  const to = `/${locale}/sign-in?ended=everywhere`
  return <Leave icon={MonitorX} words="signOutEverywhere" by={signOutEverywhere} to={to} />
}

type LeaveProps = {
  icon: ComponentProps<typeof Icon>['as']
  words: 'signOut' | 'signOutEverywhere'
  by: () => Promise<Failure | null>
  /** Where to go when it is done. */
  to: string
}

function Leave({ icon, words, by, to }: LeaveProps) {
  const t = useTranslations('account')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)

  async function leave() {
    setBusy(true)
    setProblem(null)
    const failed = await by()
    if (failed === null) return window.location.assign(to)
    setProblem(failed)
    setBusy(false)
  }

  return (
    <>
      <ProblemNotice problem={problem} />
      <Button onClick={leave} busy={busy}>
        <Icon as={icon} />
        {t(words)}
      </Button>
    </>
  )
}
