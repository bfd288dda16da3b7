import { appUrls } from '@salama/session'
import { AppHome } from '@salama/ui/apps/app-home.tsx'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { getViewer } from '@/shell/admin-page.tsx'
import { NAV_ITEMS } from '@/shell/nav-items.ts'
import { PlainShell } from '@/shell/shells.tsx'

/** The public home page. An admin is redirected to the first page of the console, or first to the second factor. */
export default dataPage(async function Page({ params }: PageProps<'/[locale]'>) {
  const [t, viewer, { locale }] = await Promise.all([getTranslations('home'), getViewer(), params])
  if (viewer.is === 'admin') redirect(`/${locale}${NAV_ITEMS[0]?.href ?? '/account'}`)
  if (viewer.is === 'unproven') redirect(`/${locale}/second-factor`)
  return (
    <PlainShell>
      <AppHome
        app="admin"
        title={t('title')}
        lead={t('lead')}
        person={viewer.is === 'nobody' ? null : viewer.person}
        addresses={appUrls()}
        needs="admin"
      >
        <p>{t('words')}</p>
      </AppHome>
    </PlainShell>
  )
})
