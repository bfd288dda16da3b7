import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { LinkButton } from '../components/link-button.tsx'
import { PageHeader } from '../components/page-header.tsx'

/** For the page that takes every other address: its metadata are what the answer has, not those of `not-found.tsx`. */
export async function notFoundMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('common'))('notFoundTitle') }
}

/** For `not-found.tsx`: there is no such page, and the way back. */
export function NotFoundPage() {
  const t = useTranslations('common')
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('notFoundTitle')}>{t('notFoundWords')}</PageHeader>
      <LinkButton href="/">{t('home')}</LinkButton>
    </div>
  )
}
