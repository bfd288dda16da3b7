import { getApiKeyUsage, listApiKeys } from '@salama/domain/api-keys'
import { listCategories } from '@salama/domain/incidents'
import { findInPages } from '@salama/domain/shared'
import { listWebhooks } from '@salama/domain/webhooks'
import { requireCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { ChangeKey } from '@/keys/change-key'
import { KeyFacts, KeyState } from '@/keys/key-facts'
import { Usage } from '@/keys/usage'
import { Webhooks } from '@/keys/webhooks'

export async function generateMetadata() {
  return { title: (await getTranslations('keys'))('title') }
}

/** One of the person's own keys: its usage and the actions on it. */
export default dataPage(async function Page({ params }: PageProps<'/[locale]/keys/[id]'>) {
  const { id } = await params
  const caller = await requireCaller()
  const key = await findInPages(
    (page) => listApiKeys(caller, page),
    (each) => each.id === id,
  )
  if (!key) notFound()
  const [usage, hooks, { data: categories }, locale, t] = await Promise.all([
    getApiKeyUsage(caller, { id }),
    listWebhooks(caller, { id }),
    listCategories(caller, {}),
    getLocale(),
    getTranslations('keys'),
  ])
  const isFit = key.state === 'active' && key.replacedBy === null && key.scopes.includes('incidents:read')
  return (
    <ClientMessages of={['common', 'keys', 'webhooks', 'code', 'errors']}>
      <PageHeader title={key.name} back={{ href: '/keys', label: t('back') }} />
      <div className="flex flex-col gap-8 pb-8">
        <div className="flex flex-col gap-1">
          <KeyState state={key.state} />
          <KeyFacts apiKey={key} />
        </div>
        <Usage usage={usage} />
        {(isFit || hooks.data.length > 0) && (
          <Webhooks
            keyId={id}
            mayAdd={isFit}
            hooks={hooks.data}
            categories={categories
              .filter(({ precision }) => precision !== 'aggregate')
              .map(({ code, label }) => ({ code, label: label[locale] ?? label.en }))}
          />
        )}
        <ChangeKey id={key.id} name={key.name} works={key.state === 'active'} isReplaced={key.replacedBy !== null} />
      </div>
    </ClientMessages>
  )
})
