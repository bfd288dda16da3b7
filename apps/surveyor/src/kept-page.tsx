import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'

type Props = { params: Promise<{ locale: string }> }
type Namespace = 'today' | 'work' | 'collect' | 'outbox' | 'truth' | 'stats' | 'offline'

/**
 * A page that is made ahead, the same for everybody, so that it opens without a line: who is at it, and their work, comes
 * from the phone. `namespace` has its title and lead.
 */
export function keptPage(namespace: Namespace, content: () => ReactNode) {
  return {
    generateMetadata: async ({ params }: Props): Promise<Metadata> => {
      const { locale } = await params
      if (!hasLocale(routing.locales, locale)) return {}
      const t = await getTranslations({ locale, namespace })
      // A search engine may find the app by its first page; on the others there is nothing without a surveyor's phone.
      return { title: t('title'), ...(namespace !== 'today' && { robots: { index: false } }) }
    },
    Page: async ({ params }: Props) => {
      const { locale } = await params
      if (!hasLocale(routing.locales, locale)) notFound()
      setRequestLocale(locale)
      const t = await getTranslations(namespace)
      return (
        <div className="mx-auto max-w-2xl">
          <PageHeader title={t('title')}>{t('lead')}</PageHeader>
          {content()}
        </div>
      )
    },
  }
}
