import { beforeSignIn } from '@salama/session'
import { SignUpPage, signUpMetadata } from '@salama/ui/account/sign-in-pages.tsx'

export const generateMetadata = signUpMetadata

export default async function Page(props: PageProps<'/[locale]/sign-up'>) {
  return <SignUpPage {...(await beforeSignIn(props))} />
}
