import { cachedPage as keptPageOf } from '@salama/ui/apps/cached-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'

type Namespace = 'today' | 'work' | 'collect' | 'outbox' | 'truth' | 'stats' | 'offline'

/**
 * A page that opens offline (see `cachedPage` of packages/ui). `namespace` has its title and lead. Only the home page
 * is indexed, the others are empty without a surveyor's phone.
 */
export const cachedPage = (namespace: Namespace, content: () => ReactNode) =>
  keptPageOf(
    async (locale) => {
      const t = await getTranslations({ locale, namespace })
      return { title: t('title'), lead: t('lead') }
    },
    ({ title, lead }) => (
      <div className="mx-auto max-w-2xl">
        <PageHeader title={title}>{lead}</PageHeader>
        {content()}
      </div>
    ),
    { listed: namespace === 'today' },
  )
