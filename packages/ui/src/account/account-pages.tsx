import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SplitPage } from '../components/split-page.tsx'
import { ClientMessages } from '../i18n/client-messages.tsx'
import { Link } from '../i18n/navigation.ts'
import { LOCALES } from '../i18n/routing.ts'
import { CodeForm, EmailForm, PasswordForm } from './code-forms.tsx'
import { IssuerButton, IssuerNotice, type IssuerProblem } from './issuer.tsx'
import { DeleteAccount, DownloadOwnData, SignOutButton, SignOutEverywhereButton } from './own-data.tsx'
import { Column, type Flow, type FormProps, MailboxHint } from './parts.tsx'
import { SignInForm } from './sign-in-form.tsx'

// The account pages, the same in every app: an app's page file passes who is signed in and where to continue.

type Role = 'rider' | 'surveyor' | 'admin'

/** `known` is null when the service was unavailable. */
export type SignedInPerson = {
  id: string
  email: string | null
  known: { displayName: string | null; roles: readonly Role[] } | null
}

const title = (key: 'title' | 'signIn' | 'signUp' | 'forgotTitle') => async () => ({
  title: (await getTranslations('account'))(key),
})
export const accountMetadata = title('title')
export const signInMetadata = title('signIn')
export const signUpMetadata = title('signUp')
export const forgotPasswordMetadata = title('forgotTitle')

const Messages = ({ children }: { children: ReactNode }) => (
  <ClientMessages of={['common', 'account', 'errors']}>{children}</ClientMessages>
)

/** Sign-in with an OpenID Connect issuer; null where none is set. */
type Issuer = {
  name: string
  /** Why the last try did not sign in. */
  problem: IssuerProblem | null
  /** The account that has to be signed in to once more before the issuer is connected with it. */
  email: string | null
}

/** What a suspension means, and whom to ask. */
function SuspendedNotice({ supportEmail }: { supportEmail: string | null }) {
  const t = useTranslations('account')
  return (
    <Notice tone="warn" announce="assertive" title={t('ended.suspended.title')} className="mb-4 max-w-md">
      <p>{t('ended.suspended.words')}</p>
      <p>
        {supportEmail === null
          ? t('ended.suspended.ask')
          : t.rich('ended.suspended.write', {
              address: () => (
                <a href={`mailto:${supportEmail}`} className="font-semibold text-link underline">
                  {supportEmail}
                </a>
              ),
            })}
      </p>
    </Notice>
  )
}

type SignInProps = FormProps & {
  issuer?: Issuer | null
  /** Why the user was signed out. */
  ended?: 'deleted' | 'everywhere' | 'suspended' | null
  /** Where people ask about a suspended account. */
  supportEmail?: string | null
  /** What the app offers without an account. */
  children?: ReactNode
}

/** The step of a code; before it, why it has to be asked for again. */
function CodeSteps({ flow, ...props }: FormProps & { flow: Flow }) {
  if (props.form.step === 'code') return <CodeForm flow={flow} {...props} />
  if (props.form.step === 'password') return <PasswordForm flow={flow} {...props} />
  return (
    <>
      <LateNotice {...props} />
      {flow === 'sign-in' ? <SignInForm {...props} /> : <EmailForm flow={flow} {...props} />}
    </>
  )
}

function LateNotice({ form }: FormProps) {
  const t = useTranslations('account')
  if (!form.isLate) return null
  return (
    <Notice tone="info" announce="polite" title={t('codeLate.title')} className="mb-4 max-w-md">
      {t('codeLate.words')}
    </Notice>
  )
}

export function SignInPage({ ended = null, supportEmail = null, issuer = null, children, ...props }: SignInProps) {
  const t = useTranslations('account')
  const linked = issuer?.problem === 'issuer_link' ? issuer.email : null
  const form = { ...props.form, email: linked ?? props.form.email }
  if (form.step === 'code')
    return (
      <Messages>
        <SplitPage head={<PageHeader title={t('signIn')} />}>
          <CodeSteps flow="sign-in" {...props} form={form} />
        </SplitPage>
      </Messages>
    )
  return (
    <Messages>
      <SplitPage head={<PageHeader title={t('signIn')}>{t('signInLead')}</PageHeader>}>
        {ended === 'suspended' && <SuspendedNotice supportEmail={supportEmail} />}
        {ended && ended !== 'suspended' && (
          <Notice tone="ok" announce="polite" title={t(`ended.${ended}.title`)} className="mb-4 max-w-md">
            {t(`ended.${ended}.words`)}
          </Notice>
        )}
        {issuer?.problem && <IssuerNotice {...issuer} problem={issuer.problem} />}
        <CodeSteps flow="sign-in" {...props} form={form} />
        {issuer && issuer.problem !== 'issuer_link' && <IssuerButton name={issuer.name} {...props} />}
        <Column>
          <Way to="/forgot-password" {...props}>
            {t('forgot')}
          </Way>
          <p>
            {t('noAccount')}{' '}
            <Way to="/sign-up" {...props}>
              {t('signUp')}
            </Way>
          </p>
          {children}
        </Column>
      </SplitPage>
    </Messages>
  )
}

export function SignUpPage({ issuer = null, ...props }: FormProps & { issuer?: Issuer | null }) {
  const t = useTranslations('account')
  if (props.form.step !== 'email')
    return (
      <Messages>
        <SplitPage head={<PageHeader title={t('signUp')} />}>
          <CodeSteps flow="sign-up" {...props} />
        </SplitPage>
      </Messages>
    )
  return (
    <Messages>
      <SplitPage head={<PageHeader title={t('signUp')}>{t('signUpLead')}</PageHeader>}>
        <CodeSteps flow="sign-up" {...props} />
        {issuer && <IssuerButton name={issuer.name} {...props} />}
        <p>
          {t('haveAccount')}{' '}
          <Way to="/sign-in" {...props}>
            {t('signIn')}
          </Way>
        </p>
      </SplitPage>
    </Messages>
  )
}

export function ForgotPasswordPage(props: FormProps) {
  const t = useTranslations('account')
  const back = { href: '/sign-in', label: t('signIn') }
  return (
    <Messages>
      <SplitPage
        head={
          <PageHeader title={t('forgotTitle')} {...(props.form.step === 'email' && { back })}>
            {props.form.step === 'email' && t('forgotLead')}
          </PageHeader>
        }
      >
        <CodeSteps flow="forgot-password" {...props} />
      </SplitPage>
    </Messages>
  )
}

/** A link to another account page that passes on where to continue. */
function Way({ to, callbackUrl, children }: { to: string; callbackUrl: string; children: ReactNode }) {
  return (
    <Link
      href={{ pathname: to, query: { callbackUrl } }}
      className="inline-flex min-h-touch items-center font-semibold text-link underline"
    >
      {children}
    </Link>
  )
}

/** The legal documents shown to everybody; their pages are in the rider app. */
const DOCUMENTS = ['terms', 'privacy'] as const

type AccountProps = {
  person: SignedInPerson
  mailboxUrl: string | null
  /** The URL of the rider app, which has the legal documents; null if it is not configured. */
  riderUrl: string | null
  /** Further content for the user in this app. */
  children?: ReactNode
}

/** The account page: profile, roles, own data, language and sign-out. */
export function AccountPage({ person, mailboxUrl, riderUrl, children }: AccountProps) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (
    <Messages>
      <SplitPage
        head={
          <>
            <PageHeader title={t('title')} />
            <dl className="flex flex-col gap-4">
              <Fact name={t('signedInAs')}>
                {person.known?.displayName && <span className="block">{person.known.displayName}</span>}
                <span className="break-all">{person.email}</span>
              </Fact>
              {person.known && (
                <Fact name={t('roles')}>{person.known.roles.map((role) => t(`role.${role}`)).join(', ')}</Fact>
              )}
            </dl>
            {!person.known && <Notice tone="warn">{t('rolesUnknown')}</Notice>}
            {children}
          </>
        }
      >
        <Column>
          <section className="border-t-2 border-line pt-4">
            <h2 className="text-xl font-bold">{common('language')}</h2>
            <p className="text-soft">{t('languageHint')}</p>
            <Languages />
          </section>
          <section className="flex flex-col items-start gap-3 border-t-2 border-line pt-4">
            <SignOutButton />
            <p className="text-soft">{t('signOutHint')}</p>
            <SignOutEverywhereButton />
            <p className="text-soft">{t('signOutEverywhereHint')}</p>
          </section>
          <section className="flex flex-col items-start gap-3 border-t-2 border-line pt-4">
            <h2 className="text-xl font-bold">{t('ownData')}</h2>
            <DownloadOwnData />
            {riderUrl && <Documents riderUrl={riderUrl} />}
          </section>
          <section className="flex flex-col items-start gap-3 border-t-2 border-line pt-4">
            <h2 className="text-xl font-bold">{t('deleteTitle')}</h2>
            <DeleteAccount personId={person.id} />
          </section>
          <MailboxHint mailboxUrl={mailboxUrl} />
        </Column>
      </SplitPage>
    </Messages>
  )
}

function Documents({ riderUrl }: { riderUrl: string }) {
  const legal = useTranslations('legal')
  const locale = useLocale()
  return (
    <ul className="flex flex-wrap gap-x-6">
      {DOCUMENTS.map((key) => (
        <li key={key}>
          <a
            href={`${riderUrl}/${locale}/legal/${key}`}
            className="inline-flex min-h-touch items-center font-semibold text-link underline"
          >
            {legal(key)}
          </a>
        </li>
      ))}
    </ul>
  )
}

const LANGUAGE_NAMES = { en: 'English', sw: 'Kiswahili' } as const

/** Links to this page in each language, as in the page's header; the proxy stores the choice. */
function Languages() {
  const current = useLocale()
  return (
    <ul className="flex flex-wrap gap-x-4">
      {LOCALES.map((locale) => (
        <li key={locale} lang={locale}>
          <a
            href={`/${locale}/account`}
            hrefLang={locale}
            aria-current={locale === current ? 'true' : undefined}
            className="inline-flex min-h-touch items-center font-semibold text-link underline aria-current:text-ink aria-current:no-underline"
          >
            {LANGUAGE_NAMES[locale]}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
  )
}
