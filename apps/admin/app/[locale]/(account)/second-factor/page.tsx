import { signedInOnly } from '@salama/session'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { SecondFactorForm } from '@/account/second-factor-form.tsx'
import { titleMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = titleMetadata('secondFactor.title')

/** Asks for the code of the second factor, after signing in. */
export default async function Page(props: PageProps<'/[locale]/second-factor'>) {
  const [{ person }, { locale }, t] = await Promise.all([
    signedInOnly(props),
    props.params,
    getTranslations('secondFactor'),
  ])
  if (person.known && !person.known.needsSecondFactor) redirect(`/${locale}/review`)
  return (
    <ClientMessages of={['common', 'account', 'errors', 'secondFactor']}>
      <SplitPage head={<PageHeader title={t('title')}>{t('askWords')}</PageHeader>}>
        <SecondFactorForm next={`/${locale}/review`} />
      </SplitPage>
    </ClientMessages>
  )
}
