import { beforeSignIn } from '@salama/session'
import { signInMetadata, signInPage } from '@salama/ui/account/sign-in-pages.tsx'

export const generateMetadata = signInMetadata

export default signInPage(beforeSignIn)
