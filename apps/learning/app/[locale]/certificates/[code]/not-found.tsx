import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { useTranslations } from 'next-intl'

/** Somebody was given a code that is none of ours, and should know it. */
export default function NoSuchCertificate() {
  const t = useTranslations('certificate')
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader title={t('forgedTitle')} />
      <Notice tone="danger" title={t('forged')}>
        <p>{t('forgedWords')}</p>
      </Notice>
      <div>
        <LinkButton href="/check">{t('checkAgain')}</LinkButton>
      </div>
    </div>
  )
}
