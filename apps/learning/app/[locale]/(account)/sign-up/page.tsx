import { beforeSignIn } from '@salama/session'
import { signUpMetadata, signUpPage } from '@salama/ui/account/sign-in-pages.tsx'

export const generateMetadata = signUpMetadata

export default signUpPage(beforeSignIn)
