import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { SignedInPerson } from '../account/account-page.tsx'
import { LinkButton } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import type { AppName } from './app-document.tsx'

type Addresses = Partial<Record<'rider' | 'surveyor' | 'learning' | 'admin' | 'api', string>>

type Props = {
  app: AppName
  title: string
  lead: string
  children: ReactNode
  person: SignedInPerson | null
  addresses: Addresses
  /** The role that the app requires. */
  needs?: 'admin'
}

/** The home page of an app: its purpose, the signed-in user, and links to the other apps. */
export function AppHome({ app, title, lead, children, person, addresses, needs }: Props) {
  const t = useTranslations('account')
  const isMissingRole = needs !== undefined && person?.known && !person.known.roles.includes(needs)
  return (
    <>
      <PageHeader title={title}>{lead}</PageHeader>
      <div className="flex max-w-prose flex-col gap-8 pb-8">
        <div className="flex flex-col gap-3">{children}</div>
        {person ? <Who person={person} /> : <SignInOrUp />}
        {isMissingRole && <Notice>{t(`roleMissing.${needs}`)}</Notice>}
        <OtherApps here={app} addresses={addresses} />
      </div>
    </>
  )
}

function Who({ person: { email, known } }: { person: SignedInPerson }) {
  const t = useTranslations('account')
  return (
    <div className="border-s-4 border-edge ps-4">
      <p>
        {t('signedInAs')} <strong className="break-all">{email}</strong>
      </p>
      <p className="text-soft">
        {known ? `${t('roles')}: ${known.roles.map((role) => t(`role.${role}`)).join(', ')}` : t('rolesUnknown')}
      </p>
    </div>
  )
}

function SignInOrUp() {
  const t = useTranslations('account')
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton href="/sign-in" variant="main">
        {t('signIn')}
      </LinkButton>
      <LinkButton href="/sign-up">{t('signUp')}</LinkButton>
    </div>
  )
}

const ORDER = ['rider', 'surveyor', 'learning', 'admin', 'api'] as const

function OtherApps({ here, addresses }: { here: AppName; addresses: Addresses }) {
  const t = useTranslations('account')
  const apps = ORDER.flatMap((app) => (addresses[app] ? [{ app, href: addresses[app] }] : []))
  if (apps.length === 0) return null
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-6">
      <h2 className="font-semibold">{t('apps')}</h2>
      <ul className="flex flex-col">
        {apps.map(({ app, href }) => (
          <li key={app} className="flex flex-col py-1 md:flex-row md:items-center md:gap-x-3">
            {app === here ? (
              <strong className="inline-flex min-h-touch items-center">
                {t(`app.${app}`)} ({t('hereNow')})
              </strong>
            ) : (
              <a href={href} className="touch-link self-start font-semibold">
                {t(`app.${app}`)}
              </a>
            )}
            <span className="text-soft">{t(`appWords.${app}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
