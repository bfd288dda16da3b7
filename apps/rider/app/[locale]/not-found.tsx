import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { useTranslations } from 'next-intl'

export default function NotFound() {
  const t = useTranslations('common')
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('notFoundTitle')}>
        <p>{t('notFoundWords')}</p>
      </PageHeader>
      <LinkButton href="/">{t('home')}</LinkButton>
    </div>
  )
}
