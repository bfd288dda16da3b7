import { cachedPage as keptPageOf } from '@salama/ui/apps/cached-page.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'

type Namespace =
  | 'today'
  | 'work'
  | 'collect'
  | 'count'
  | 'entries'
  | 'entry'
  | 'outbox'
  | 'syncStatus'
  | 'register'
  | 'stats'
  | 'offline'

const TOOLS: readonly Namespace[] = ['collect', 'count', 'entry']
const WIDE: readonly Namespace[] = ['today', 'work']

/**
 * A page that opens offline, with title and lead of `namespace`. Only home is indexed: the others are empty at first.
 */
export const cachedPage = (namespace: Namespace, content: () => ReactNode) =>
  keptPageOf(
    async (locale) => {
      const t = await getTranslations({ locale, namespace })
      return { title: t('title'), lead: t('lead') }
    },
    ({ title, lead }) =>
      // A tool needs the room of its title; it is wide where there is room. `w-full`: beside a dock the page is a column,
      // in which an automatic margin takes the width of what measures its container.
      TOOLS.includes(namespace) ? (
        <div className="mx-auto w-full max-w-2xl lg:max-w-5xl">
          <h1 className="sr-only lg:not-sr-only lg:py-4 lg:text-3xl lg:font-bold">{title}</h1>
          {content()}
        </div>
      ) : (
        <div className={WIDE.includes(namespace) ? 'mx-auto max-w-2xl lg:max-w-5xl' : 'mx-auto max-w-2xl'}>
          <PageHeader title={title}>{lead}</PageHeader>
          {content()}
        </div>
      ),
    { listed: namespace === 'today' },
  )
