import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Content, Learner, Progress } from './find-course.ts'

/** Says that a course is completed and since when, with a link to the certificate. */
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

/** Offers the newest version to people who began an older one. Completed items are kept either way. */
export function NewVersion({ course, isCompleted, again }: { course: Content; isCompleted: boolean; again: unknown }) {
  const t = useTranslations('courses')
  const locale = useLocale()
  return (
    <Notice title={t('newVersionTitle')}>
      <p>{t(isCompleted ? 'newVersionAfter' : 'newVersion')}</p>
      {again !== undefined && <p className="font-semibold text-danger">{t('notTaken')}</p>}
      <form method="post" action={`/api/newest-version?locale=${locale}`}>
        <input type="hidden" name="courseId" value={course.id} />
        <input type="hidden" name="course" value={course.slug} />
        <Button type="submit">{t('newVersionTake')}</Button>
      </form>
    </Notice>
  )
}

/** Says why progress is not saved: nobody is signed in, or the account could not be loaded. Nothing otherwise. */
export function SignInNotice({
  learner,
  path,
  quiz = false,
  children,
}: {
  learner: Learner
  path: string
  quiz?: boolean
  children?: ReactNode
}) {
  const t = useTranslations('courses')
  const locale = useLocale()
  if (learner.is === 'known') return null
  if (learner.is === 'unknown') return <Notice tone="warn">{t('unknown')}</Notice>
  return (
    <Notice>
      <p>{children ?? t(quiz ? 'signInForQuiz' : 'signInForProgress')}</p>
      <LinkButton
        variant={quiz ? 'main' : 'second'}
        href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}${path}` } }}
      >
        {t('signIn')}
      </LinkButton>
    </Notice>
  )
}
