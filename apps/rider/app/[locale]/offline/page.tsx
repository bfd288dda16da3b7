import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { KeptList } from '@/offline/kept-list.tsx'

type Props = PageProps<'/[locale]/offline'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'offline' })
  return { title: t('title'), robots: { index: false } }
}

/** What the service worker shows in the place of a page that needs a line: the way on, and the last list. */
export default async function OfflinePage({ params }: Props) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('offline')
  return (
    <SplitPage head={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}>
      <ClientMessages of={['common', 'offline', 'nearby', 'incidents', 'categories']}>
        <KeptList />
      </ClientMessages>
    </SplitPage>
  )
}
