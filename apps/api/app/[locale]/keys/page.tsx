import { listApiKeys } from '@salama/domain/api-keys'
import { DATA_LICENCE } from '@salama/domain/city-words'
import { API_KEY_RULES } from '@salama/domain/shared'
import { requireCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Pager } from '@salama/ui/components/pager.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { KeyList } from '@/keys/key-facts'
import { MakeKey } from '@/keys/make-key'

export async function generateMetadata() {
  return { title: (await getTranslations('keys'))('title') }
}

/** The keys of the signed-in person. The proxy redirects everyone else to sign-in. */
export default dataPage(async function Page({ searchParams }: PageProps<'/[locale]/keys'>) {
  const { cursor } = listApiKeys.operation.query.pick({ cursor: true }).safeParse(await searchParams).data ?? {}
  const query = { ...(cursor !== undefined && { cursor }) }
  const [keys, t] = await Promise.all([
    orNotFound(requireCaller().then((caller) => listApiKeys(caller, query))),
    getTranslations('keys'),
  ])
  return (
    <ClientMessages of={['common', 'keys', 'code', 'errors']}>
      <PageHeader title={t('title')}>
        {t('lead', { most: API_KEY_RULES.most, hours: API_KEY_RULES.graceHours })}
      </PageHeader>
      <div className="flex flex-col gap-10 pb-8">
        <MakeKey licenceUrl={DATA_LICENCE.url} />
        <KeyList keys={keys.data} />
        <Pager path="/keys" query={query} next={keys.page.nextCursor} />
      </div>
    </ClientMessages>
  )
})
