import { setPageStatus } from '@salama/http'
import { getPerson, type Person, requireCaller, type UserCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import type { ConsoleNavItem } from '@/shell/nav-items.ts'

type Admin = { caller: UserCaller }
type Props = { params: Promise<{ locale: string }> }

/**
 * `export default adminPage<PageProps<'/[locale]/users'>>(async (props, { caller }) => …)`: without the role 403, and
 * the page does not run. Not the layout's check, which Next does not repeat on navigation. The database checks again.
 */
export function adminPage<P extends Props>(page: (props: P, admin: Admin) => Promise<ReactNode>) {
  return dataPage(async function AdminPage(props: P): Promise<ReactNode> {
    const viewer = await getViewer()
    if (viewer.is === 'admin') return page(props, { caller: viewer.caller })
    if (viewer.is === 'nobody') redirect(`/${(await props.params).locale}/sign-in`)
    if (viewer.is === 'unproven') redirect(`/${(await props.params).locale}/second-factor`)
    setPageStatus(await headers(), viewer.is === 'stranger' ? 403 : 503)
    return viewer.is === 'stranger' ? <NotAdmin email={viewer.person.email} /> : <Unknown />
  })
}

async function NotAdmin({ email }: { email: string | null }) {
  const [t, account] = await Promise.all([getTranslations('console'), getTranslations('account')])
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('notAdmin')}>
        <p>
          {account('signedInAs')} <strong className="break-all">{email}</strong>
        </p>
      </PageHeader>
      <div className="flex flex-col items-start gap-4">
        <p>{account('roleMissing.admin')}</p>
        <LinkButton href="/account">{t('otherAccount')}</LinkButton>
      </div>
    </div>
  )
}

async function Unknown() {
  const [t, account] = await Promise.all([getTranslations('console'), getTranslations('account')])
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('unavailable')} />
      <Notice tone="warn">{account('rolesUnknown')}</Notice>
    </div>
  )
}

/**
 * `unknown`: roles could not be loaded. `unproven`: an admin without a second factor, or not proven in this session.
 */
type Viewer =
  | { is: 'nobody' }
  | { is: 'unknown' | 'stranger' | 'unproven'; person: Person }
  | { is: 'admin'; person: Person; caller: UserCaller }

/** Queries the database once per request, however many components call it. */
export const getViewer = cache(async (): Promise<Viewer> => {
  const person = await getPerson()
  if (!person) return { is: 'nobody' }
  if (!person.known) return { is: 'unknown', person }
  if (!person.known.roles.includes('admin')) return { is: 'stranger', person }
  if (person.known.needsSecondFactor || person.known.lacksSecondFactor) return { is: 'unproven', person }
  return { is: 'admin', person, caller: await requireCaller() }
})

type TitleKey =
  | `console.place.${ConsoleNavItem['name']}`
  | 'review.title'
  | 'review.entryTitle'
  | 'incidentView.title'
  | 'secondFactor.title'

/** The localized title of a page. */
export const titleMetadata = (key: TitleKey) => async (): Promise<Metadata> => ({
  title: (await getTranslations())(key),
})

/** The localized title of a page of the console's navigation. */
export const navItemMetadata = (name: ConsoleNavItem['name']) => titleMetadata(`console.place.${name}`)

/** Shown instead of a list when a filter is invalid; the filter bar marks which. */
export async function WrongFilters() {
  const t = await getTranslations('console')
  return (
    <Notice tone="warn" title={t('wrongFilter.title')}>
      {t('wrongFilter.words')}
    </Notice>
  )
}
