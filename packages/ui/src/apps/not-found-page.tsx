import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { LinkButton } from '../components/button.tsx'
import { PageHeader } from '../components/page-header.tsx'

/** For the catch-all page: the response has its metadata, not those of `not-found.tsx`. */
export async function notFoundMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('common'))('notFoundTitle') }
}

/** For `not-found.tsx`: a message, and a link back. */
export function NotFoundPage() {
  const t = useTranslations('common')
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('notFoundTitle')}>{t('notFoundWords')}</PageHeader>
      <LinkButton href="/">{t('home')}</LinkButton>
    </div>
  )
}

/** For the catch-all page, which every unknown URL opens, so that the 404 page has the app's layout and language. */
export function UnknownPage(): never {
  notFound()
}
