import { forAccountPage } from '@salama/session'
import { AccountPage, accountMetadata } from '@salama/ui/account/account-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { SecondFactorSetup } from '@/account/second-factor-setup.tsx'

export const generateMetadata = accountMetadata

export default async function Page(props: PageProps<'/[locale]/account'>) {
  const signedIn = await forAccountPage(props)
  return (
    <AccountPage {...signedIn}>
      {signedIn.person.known?.roles.includes('admin') && (
        <ClientMessages of={['common', 'account', 'errors', 'secondFactor']}>
          <SecondFactorSetup />
        </ClientMessages>
      )}
    </AccountPage>
  )
}
