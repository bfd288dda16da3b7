import { setPageStatus } from '@salama/http'
import { getPerson, type Person, requireCaller, type UserCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import type { ConsoleNavItem } from '@/shell/nav-items.ts'

type Admin = { id: string; caller: UserCaller }
type Props = { params: Promise<{ locale: string }> }

/**
 * Makes a page of the console: `export default adminPage<PageProps<'/[locale]/users'>>(async (props, { caller }) => …)`.
 *
 * Whoever is no admin is told so, with 403, and nothing of the page runs. It is the page that asks and not the layout,
 * because Next keeps a layout while one goes from page to page. What the page reads asks again, in the database.
 */
export function adminPage<P extends Props>(page: (props: P, admin: Admin) => Promise<ReactNode>) {
  return dataPage(async function AdminPage(props: P): Promise<ReactNode> {
    const viewer = await getViewer()
    if (viewer.is === 'admin') return page(props, { id: viewer.person.id, caller: viewer.caller })
    if (viewer.is === 'nobody') redirect(`/${(await props.params).locale}/sign-in`)
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

/** Who looks at a page of the console. `unknown`: signed in, but the service cannot say just now which roles they have. */
type Viewer =
  | { is: 'nobody' }
  | { is: 'unknown' | 'stranger'; person: Person }
  | { is: 'admin'; person: Person; caller: UserCaller }

/** Asked of the database once for a request, however many parts of the page ask. */
export const getViewer = cache(async (): Promise<Viewer> => {
  const person = await getPerson()
  if (!person) return { is: 'nobody' }
  if (!person.known) return { is: 'unknown', person }
  if (!person.known.roles.includes('admin')) return { is: 'stranger', person }
  return { is: 'admin', person, caller: await requireCaller() }
})

/** The title of a place of the console, in the reader's language. */
export const navItemMetadata = (name: ConsoleNavItem['name']) => async (): Promise<Metadata> => {
  const t = await getTranslations('console')
  return { title: t(`place.${name}`) }
}

/** In place of a list that was asked for with a filter that cannot be followed; the filter bar marks what it shows of it. */
export async function WrongFilters() {
  const t = await getTranslations('console')
  return (
    <Notice tone="warn" title={t('wrongFilter.title')}>
      {t('wrongFilter.words')}
    </Notice>
  )
}
