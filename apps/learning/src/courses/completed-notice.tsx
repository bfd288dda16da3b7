import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { Progress } from './find-course.ts'

/** A course is completed, since when, and the way to its certificate. */
export function CompletedNotice({ progress }: { progress: Progress }) {
  const t = useTranslations('courses')
  const { day } = useTimes()
  return (
    <Notice tone="ok" title={t('completedTitle')}>
      {progress.completedAt && <p>{t('completedOn', { day: day(progress.completedAt) })}</p>}
      {progress.certificate && (
        <LinkButton href={`/certificates/${progress.certificate.code}`}>{t('certificate')}</LinkButton>
      )}
    </Notice>
  )
}
