import { forAccountPage } from '@salama/session'
import { accountMetadata, accountPage } from '@salama/ui/account/account-page.tsx'

export const generateMetadata = accountMetadata

export default accountPage(forAccountPage)
