import { forAccountPage } from '@salama/session'
import { AccountPage, accountMetadata } from '@salama/ui/account/account-page.tsx'

export const generateMetadata = accountMetadata

export default async function Page(props: PageProps<'/[locale]/account'>) {
  return <AccountPage {...(await forAccountPage(props))} />
}
