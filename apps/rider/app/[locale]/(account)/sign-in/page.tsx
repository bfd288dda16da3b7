import { beforeSignIn } from '@salama/session'
import { SignInPage, signInMetadata } from '@salama/ui/account/sign-in-pages.tsx'
import { useTranslations } from 'next-intl'
import { TextLink } from '@/text-link.tsx'

export const generateMetadata = signInMetadata

export default async function Page(props: PageProps<'/[locale]/sign-in'>) {
  const before = await beforeSignIn(props)
  return <SignInPage {...before}>{/\/my-reports(\?|$)/.test(before.callbackUrl) && <ReceiptInstead />}</SignInPage>
}

/** A note for people who look for their reports: those sent without an account are not listed. */
function ReceiptInstead() {
  const t = useTranslations('myReports')
  return (
    <div className="border-t border-line pt-4">
      <p>{t('withoutAccount')}</p>
      <TextLink href="/receipt">{t('receipt')}</TextLink>
    </div>
  )
}
