import type { OwnSession } from '@salama/domain/accounts/own-sessions'
import type { Passkey } from '@salama/domain/passkeys'
import { CITY } from '@salama/domain/shared'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pageOf } from '../apps/page-of.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SplitPage } from '../components/split-page.tsx'
import { LOCALES } from '../i18n/routing.ts'
import { AccountMessages } from './account-messages.tsx'
import { DeleteAccount, DownloadOwnData, SignOutButton, SignOutEverywhereButton } from './own-data.tsx'
import { Column, MailboxHint } from './parts.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

type Role = 'rider' | 'surveyor' | 'admin'

/** `known` is null when the service was unavailable. */
export type SignedInPerson = {
  id: string
  email: string | null
  known: { displayName: string | null; roles: readonly Role[] } | null
}

export const accountMetadata = async () => ({ title: (await getTranslations('account'))('title') })

/** The legal documents shown to everybody; their pages are in the rider app. */
const DOCUMENTS = ['terms', 'privacy'] as const

type AccountProps = {
  person: SignedInPerson
  mailboxUrl: string | null
  /** The URL of the rider app, which has the legal documents; null if it is not configured. */
  riderUrl: string | null
  sessions: readonly OwnSession[] | null
  /** Null where the person has none in this app. */
  passkeys: readonly Passkey[] | null
  /** Further content for the user in this app. */
  children?: ReactNode
}

/** The account page: profile, roles, own data, language and sign-out. */
export function AccountPage({ person, mailboxUrl, riderUrl, sessions, passkeys, children }: AccountProps) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (
    <AccountMessages>
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
          <section className="border-t border-line pt-4">
            <h2 className="font-semibold">{common('language')}</h2>
            <p className="text-soft">{t('languageHint')}</p>
            <Languages />
          </section>
          {passkeys && <Passkeys passkeys={passkeys} />}
          <Sessions sessions={sessions} />
          <section className="flex flex-col items-start gap-3 border-t border-line pt-4">
            <SignOutButton />
            <p className="text-soft">{t('signOutHint')}</p>
            <SignOutEverywhereButton />
            <p className="text-soft">{t('signOutEverywhereHint')}</p>
          </section>
          <section className="flex flex-col items-start gap-3 border-t border-line pt-4">
            <h2 className="font-semibold">{t('ownData')}</h2>
            <DownloadOwnData />
            {riderUrl && <Documents riderUrl={riderUrl} />}
          </section>
          <section className="flex flex-col items-start gap-3 border-t border-line pt-4">
            <h2 className="text-xl font-bold">{t('deleteTitle')}</h2>
            <DeleteAccount personId={person.id} />
          </section>
          <MailboxHint mailboxUrl={mailboxUrl} />
        </Column>
      </SplitPage>
    </AccountMessages>
  )
}

/** The same with nothing of the app's own. */
export const accountPage = pageOf(AccountPage)

function Documents({ riderUrl }: { riderUrl: string }) {
  const legal = useTranslations('legal')
  const locale = useLocale()
  return (
    <ul className="flex flex-wrap gap-x-6">
      {DOCUMENTS.map((key) => (
        <li key={key}>
          <a href={`${riderUrl}/${locale}/legal/${key}`} className="touch-link font-semibold">
            {legal(key)}
          </a>
        </li>
      ))}
    </ul>
  )
}

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
            className="touch-link font-semibold aria-current:text-ink aria-current:no-underline"
          >
            {CITY.languageNames[locale]}
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
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
