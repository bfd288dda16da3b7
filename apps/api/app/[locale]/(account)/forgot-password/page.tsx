import { beforeSignIn } from '@salama/session'
import { forgotPasswordMetadata, forgotPasswordPage } from '@salama/ui/account/sign-in-pages.tsx'

export const generateMetadata = forgotPasswordMetadata

export default forgotPasswordPage(beforeSignIn)
