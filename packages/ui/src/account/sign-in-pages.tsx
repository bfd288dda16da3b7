import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pageOf } from '../apps/page-of.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SplitPage } from '../components/split-page.tsx'
import { Link } from '../i18n/navigation.ts'
import { AccountMessages } from './account-messages.tsx'
import { CodeForm, EmailForm, PasswordForm } from './code-forms.tsx'
import { IssuerButton, IssuerNotice, type IssuerProblem } from './issuer.tsx'
import { Column, type Flow, type FormProps } from './parts.tsx'
import { PasskeyButton } from './passkeys.tsx'
import { SignInForm } from './sign-in-form.tsx'

// The pages that lead into an account, the same in every app: an app's page file passes where to continue.

const title = (key: 'signIn' | 'signUp' | 'forgotTitle') => async () => ({
  title: (await getTranslations('account'))(key),
})
export const signInMetadata = title('signIn')
export const signUpMetadata = title('signUp')
export const forgotPasswordMetadata = title('forgotTitle')

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
  /** Whether people may sign in with a passkey here. */
  hasPasskeys?: boolean
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

export function SignInPage({
  ended = null,
  supportEmail = null,
  issuer = null,
  hasPasskeys,
  children,
  ...props
}: SignInProps) {
  const t = useTranslations('account')
  const linked = issuer?.problem === 'issuer_link' ? issuer.email : null
  const form = { ...props.form, email: linked ?? props.form.email }
  if (form.step === 'code')
    return (
      <AccountMessages>
        <SplitPage head={<PageHeader title={t('signIn')} />}>
          <CodeSteps flow="sign-in" {...props} form={form} />
        </SplitPage>
      </AccountMessages>
    )
  return (
    <AccountMessages>
      <SplitPage head={<PageHeader title={t('signIn')}>{t('signInLead')}</PageHeader>}>
        {ended === 'suspended' && <SuspendedNotice supportEmail={supportEmail} />}
        {ended && ended !== 'suspended' && (
          <Notice tone="ok" announce="polite" title={t(`ended.${ended}.title`)} className="mb-4 max-w-md">
            {t(`ended.${ended}.words`)}
          </Notice>
        )}
        {issuer?.problem && <IssuerNotice {...issuer} problem={issuer.problem} />}
        {hasPasskeys && <PasskeyButton {...props} />}
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
    </AccountMessages>
  )
}

function SignUpPage({ issuer = null, ...props }: FormProps & { issuer?: Issuer | null }) {
  const t = useTranslations('account')
  const isFirst = props.form.step === 'email'
  return (
    <AccountMessages>
      <SplitPage head={<PageHeader title={t('signUp')}>{isFirst && t('signUpLead')}</PageHeader>}>
        <CodeSteps flow="sign-up" {...props} />
        {isFirst && issuer && <IssuerButton name={issuer.name} {...props} />}
        {isFirst && (
          <p>
            {t('haveAccount')}{' '}
            <Way to="/sign-in" {...props}>
              {t('signIn')}
            </Way>
          </p>
        )}
      </SplitPage>
    </AccountMessages>
  )
}

function ForgotPasswordPage(props: FormProps) {
  const t = useTranslations('account')
  const back = { href: '/sign-in', label: t('signIn') }
  return (
    <AccountMessages>
      <SplitPage
        head={
          <PageHeader title={t('forgotTitle')} {...(props.form.step === 'email' && { back })}>
            {props.form.step === 'email' && t('forgotLead')}
          </PageHeader>
        }
      >
        <CodeSteps flow="forgot-password" {...props} />
      </SplitPage>
    </AccountMessages>
  )
}

export const signInPage = pageOf(SignInPage)
export const signUpPage = pageOf(SignUpPage)
export const forgotPasswordPage = pageOf(ForgotPasswordPage)

/** A link to another account page that passes on where to continue. */
function Way({ to, callbackUrl, children }: { to: string; callbackUrl: string; children: ReactNode }) {
  return (
    <Link href={{ pathname: to, query: { callbackUrl } }} className="touch-link font-semibold">
      {children}
    </Link>
  )
}
