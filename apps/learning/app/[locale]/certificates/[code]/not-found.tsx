import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { useTranslations } from 'next-intl'

/** Tells people who were given a forged code that no such certificate exists. */
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
