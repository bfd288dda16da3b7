'use client'

import { Download, LogOut, MonitorX, Trash2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { Button, buttonClass } from '../components/button.tsx'
import { Tick } from '../components/controls.tsx'
import { Icon } from '../components/icon.tsx'
import { PasswordField, ProblemNotice, useLeaving } from './parts.tsx'
import { askAccount, deleteAccount, type Failure, signOut, signOutEverywhere } from './requests.ts'

/** Downloads all the user's data. A plain link works without scripts, and the browser shows the progress. */
export function DownloadOwnData() {
  const t = useTranslations('account')
  return (
    <>
      <p className="text-soft">{t('ownDataWords')}</p>
      <a href="/api/me/export" download="salama-my-data.json" className={buttonClass({})}>
        <Icon as={Download} />
        {t('ownDataDownload')}
      </a>
    </>
  )
}

/** Deletes the account, after a confirmation; then signs the browser out and shows a message. */
export function DeleteAccount({ personId }: { personId: string }) {
  const t = useTranslations('account')
  const locale = useLocale()
  const id = useId()
  const [asking, setAsking] = useState(false)
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [needsPassword, setNeedsPassword] = useState(false)
  const means = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (asking) means.current?.focus()
  }, [asking])

  /** `password`: of an admin who has to prove it again. */
  async function send(password: string | undefined) {
    setBusy(true)
    setProblem(null)
    const failed =
      (password ? await askAccount('confirm-password', { password }) : null) ?? (await deleteAccount(personId))
    if (failed !== null) {
      setProblem(failed)
      setNeedsPassword((before) => before || failed.code === 'password_required')
      setBusy(false)
      return
    }
    // The account is deleted even if this fails: a remaining cookie is no longer valid.
    await signOut()
    window.location.assign(`/${locale}/sign-in?ended=deleted`)
  }

  if (!asking)
    return (
      <>
        <p className="text-soft">{t('deleteWords')}</p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Icon as={Trash2} />
          {t('delete')}
        </Button>
      </>
    )
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const password = new FormData(event.currentTarget).get('password')
        if (sure) void send(typeof password === 'string' ? password : undefined)
      }}
    >
      <p ref={means} tabIndex={-1} className="outline-none">
        {t('deleteMeans')}
      </p>
      <label htmlFor={id} className="flex min-h-touch items-center gap-3 font-semibold">
        <Tick
          id={id}
          type="checkbox"
          required
          checked={sure}
          onChange={(event) => setSure(event.currentTarget.checked)}
          className="size-6 shrink-0 accent-body"
        />
        {t('deleteSure')}
      </label>
      {needsPassword && <PasswordField problem={undefined} />}
      <ProblemNotice problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={busy} disabled={!sure}>
          {t('deleteYes')}
        </Button>
        <Button onClick={() => setAsking(false)} disabled={busy}>
          {t('deleteNo')}
        </Button>
      </div>
    </form>
  )
}

/** Ends the session of this app, here and at Auth, and opens the home page. */
export function SignOutButton() {
  const locale = useLocale()
  return <Leave icon={LogOut} words="signOut" by={signOut} to={`/${locale}`} />
}

/** Ends all sessions of the account, in every app and on every device, and shows a message. */
export function SignOutEverywhereButton() {
  const locale = useLocale()
  const to = `/${locale}/sign-in?ended=everywhere`
  return <Leave icon={MonitorX} words="signOutEverywhere" by={signOutEverywhere} to={to} />
}

type LeaveProps = {
  icon: ComponentProps<typeof Icon>['as']
  words: 'signOut' | 'signOutEverywhere'
  by: () => Promise<Failure | string | null>
  to: string
}

function Leave({ icon, words, by, to }: LeaveProps) {
  const t = useTranslations('account')
  const { busy, problem, leave } = useLeaving(
    async () => (await by()) ?? to,
    (url) => window.location.assign(url),
  )
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
