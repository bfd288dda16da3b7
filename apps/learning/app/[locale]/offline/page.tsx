import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { KeptReader } from '@/offline/kept-reader.tsx'

type Props = PageProps<'/[locale]/offline'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'offline' })
  return { title: t('title'), robots: { index: false } }
}

/**
 * What the service worker shows in the place of a page that needs a line: the page of a course that is kept on this
 * phone, else the list of those that are.
 */
export default async function OfflinePage({ params }: Props) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <ClientMessages of={['common', 'offline', 'courses', 'reading', 'quiz', 'outbox', 'errors']}>
        <KeptReader />
      </ClientMessages>
    </div>
  )
}
