import { needsSignIn } from '@salama/http/call'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { usePathname } from '@salama/ui/i18n/navigation.ts'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { failureOf, subscribeFailure } from './refresh.ts'
import { type FieldState as OpenFieldState, useAccount, useFieldState } from './use-field-state.ts'

type Props = { waiting?: ReactNode; children: (fieldState: OpenFieldState) => ReactNode }

/**
 * Wraps every page: pages are the same for everybody, so the client reads the account. Needs the messages `fieldState`.
 */
export function FieldState({ waiting = <Waiting />, children }: Props) {
  const account = useAccount()
  if (account === undefined) return waiting
  if (account === null) return <SignedOut />
  return (
    <OfAccount key={account} account={account} waiting={waiting}>
      {children}
    </OfAccount>
  )
}

function OfAccount({ account, waiting, children }: Props & { account: string }) {
  const fieldState = useFieldState(account)
  const t = useTranslations('fieldState')
  const failure = useSyncExternalStore(
    subscribeFailure,
    () => failureOf(account),
    () => null,
  )
  const refreshed = fieldState?.refreshed
  const isSurveyor = fieldState?.server?.isSurveyor
  const [began, setBegan] = useState(false)
  useEffect(() => {
    if (isSurveyor) setBegan(true)
  }, [isSurveyor])
  useEffect(() => {
    refreshed?.()
  }, [refreshed])
  if (!fieldState) return waiting
  if (!fieldState.server) {
    if (failure === null) return waiting
    return needsSignIn(failure) ? <SignedOut /> : <NotYet code={failure} again={fieldState.refreshed} />
  }
  // A role that is revoked while a page is open does not close that page.
  if (!fieldState.server.isSurveyor && !began) return <NoSurveyor fieldState={fieldState} />
  return (
    <>
      {!fieldState.server.isSurveyor && (
        <Notice tone="warn" announce="polite" title={t('roleGone')} className="mb-4">
          <RoleLost fieldState={fieldState} />
        </Notice>
      )}
      {!fieldState.isKept && <KeepsNothing />}
      {children(fieldState)}
    </>
  )
}

function Waiting() {
  const t = useTranslations('fieldState')
  return (
    <p role="status" className="min-h-40 py-4 text-soft">
      {t('loading')}
    </p>
  )
}

function SignedOut() {
  const t = useTranslations('fieldState')
  const [path, locale] = [usePathname(), useLocale()]
  const back = `/${locale}${path === '/' ? '' : path}`
  return (
    <EmptyState
      title={t('signedOutTitle')}
      action={
        <LinkButton variant="main" size="large" href={`/sign-in?callbackUrl=${encodeURIComponent(back)}`}>
          {t('signIn')}
        </LinkButton>
      }
    >
      <p>{t('signedOut')}</p>
    </EmptyState>
  )
}

function NotYet({ code, again }: { code: string; again: () => void }) {
  const t = useTranslations('fieldState')
  return (
    <EmptyState title={t('notYetTitle')} action={<Button onClick={again}>{t('again')}</Button>}>
      <p>{t(code === 'network' ? 'notYetLine' : 'notYet')}</p>
    </EmptyState>
  )
}

function KeepsNothing() {
  const t = useTranslations('fieldState')
  return (
    <Notice tone="danger" announce="polite" title={t('keepsNothingTitle')} className="mb-4">
      <p>{t('keepsNothing')}</p>
    </Notice>
  )
}

/** Shown without the role, with a link to the course. Queued items of a person who lost the role stay. */
function NoSurveyor({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('fieldState')
  const isWaiting = fieldState.entries.some(({ item }) => item.state !== 'received')
  return (
    <section aria-labelledby="no-surveyor" className="flex flex-col gap-4 py-2">
      <h2 id="no-surveyor" className="text-xl font-bold">
        {t('noSurveyorTitle')}
      </h2>
      <p className="max-w-prose">{t('noSurveyor')}</p>
      <ol className="flex max-w-prose flex-col gap-4 border-s-4 border-edge ps-4">
        <li>
          <p className="font-semibold">{t(fieldState.server?.isEligible ? 'courseDone' : 'courseFirst')}</p>
          {!fieldState.server?.isEligible && (
            <>
              <p>{t('courseWords')}</p>
              <CourseLink className="mt-2" />
            </>
          )}
        </li>
        <li>
          <p className="font-semibold">{t('roleThen')}</p>
          <p>{t('roleWords')}</p>
          <LinkButton className="mt-2" href="/account">
            {t('toAccount')}
          </LinkButton>
        </li>
      </ol>
      {isWaiting && (
        <Notice tone="warn">
          <RoleLost fieldState={fieldState} />
        </Notice>
      )}
      <Button className="self-start" onClick={() => fieldState.refreshed()}>
        {t('again')}
      </Button>
    </section>
  )
}

/** What is recorded waits on this phone until the role is back. */
function RoleLost({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('fieldState')
  return <p>{t('roleLost', { count: fieldState.entries.filter(({ item }) => item.state !== 'received').length })}</p>
}

/** The learning app's URL is known at run time only, so the link goes to a route that redirects. */
export function CourseLink({ className }: { className?: string }) {
  const t = useTranslations('fieldState')
  return (
    <a href="/api/to-course" className={`touch-link font-semibold ${className ?? ''}`}>
      {t('courseLink')}
    </a>
  )
}
