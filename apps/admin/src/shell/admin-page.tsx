import { setPageStatus } from '@salama/http'
import type { UserCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { getViewer } from './admin.ts'

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
