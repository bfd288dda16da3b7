import { forAccountPage } from '@salama/session'
import { AccountPage, accountMetadata } from '@salama/ui/account/account-page.tsx'
import { getTranslations } from 'next-intl/server'
import { TextLink } from '@/text-link.tsx'

export const generateMetadata = accountMetadata

export default async function Page(props: PageProps<'/[locale]/account'>) {
  const [known, t, alerts] = await Promise.all([
    forAccountPage(props),
    getTranslations('myReports'),
    getTranslations('alerts'),
  ])
  return (
    <AccountPage {...known}>
      <p className="border-t border-line pt-3">
        <TextLink href="/my-reports">{t('title')}</TextLink> <TextLink href="/alerts">{alerts('title')}</TextLink>
      </p>
    </AccountPage>
  )
}
