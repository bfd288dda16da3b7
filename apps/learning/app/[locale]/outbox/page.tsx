import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { OutboxList } from '@/outbox/outbox-list.tsx'

type Props = PageProps<'/[locale]/outbox'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'outbox' })
  return { title: t('title'), robots: { index: false } }
}

/** What waits on this phone. Made ahead and the same for everybody: what is in it comes from the phone itself. */
export default async function OutboxPage({ params }: Props) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('outbox')
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <ClientMessages of={['common', 'outbox', 'courses', 'errors']}>
        <OutboxList />
      </ClientMessages>
    </div>
  )
}
