import { beforeSignIn } from '@salama/session'
import { SignInPage, signInMetadata } from '@salama/ui/account/sign-in-pages.tsx'

export const generateMetadata = signInMetadata

export default async function Page(props: PageProps<'/[locale]/sign-in'>) {
  return <SignInPage {...(await beforeSignIn(props))} />
}
