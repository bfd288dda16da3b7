import { getSecondFactor } from '@salama/domain/second-factor'
import { requireCaller, signedInOnly } from '@salama/session'
import { safeCallbackUrl } from '@salama/session/callback-url'
import { PasskeyButton, Passkeys } from '@salama/ui/account/passkeys.tsx'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { SecondFactorForm } from '@/account/second-factor-form.tsx'
import { SecondFactorSetup } from '@/account/second-factor-setup.tsx'
import { titleMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = titleMetadata('secondFactor.title')

/** Asks for the second factor, a passkey or a code, after signing in; an admin without one sets it up here first. */
export default dataPage(async function SecondFactorPage(props: PageProps<'/[locale]/second-factor'>) {
  const [{ person }, { locale }, query, t] = await Promise.all([
    signedInOnly(props),
    props.params,
    props.searchParams,
    getTranslations('secondFactor'),
  ])
  const next = safeCallbackUrl(query.next, `/${locale}/review`)
  const { needsSecondFactor = true, lacksSecondFactor = false } = person.known ?? {}
  if (!needsSecondFactor && !lacksSecondFactor) redirect(next)
  const hasCodes = needsSecondFactor && (await getSecondFactor(await requireCaller(), {})).since !== null
  return (
    <ClientMessages of={['common', 'account', 'errors', 'secondFactor']}>
      <SplitPage
        head={
          <PageHeader title={t('title')}>
            {t(lacksSecondFactor ? 'setUpWords' : hasCodes ? 'askWords' : 'askPasskeyWords')}
          </PageHeader>
        }
      >
        {lacksSecondFactor ? (
          <div className="flex flex-col gap-6">
            <Passkeys passkeys={[]} next={next} />
            <SecondFactorSetup next="/review" />
          </div>
        ) : (
          <>
            <PasskeyButton callbackUrl={next} />
            <SecondFactorForm next={next} hasCodes={hasCodes} />
          </>
        )}
      </SplitPage>
    </ClientMessages>
  )
})
