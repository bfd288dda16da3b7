import { beforeSignIn } from '@salama/session'
import { ForgotPasswordPage, forgotPasswordMetadata } from '@salama/ui/account/sign-in-pages.tsx'

export const generateMetadata = forgotPasswordMetadata

export default async function Page(props: PageProps<'/[locale]/forgot-password'>) {
  return <ForgotPasswordPage {...(await beforeSignIn(props))} />
}
