import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useLocale, useTranslations } from 'next-intl'
import type { Content } from './find-course.ts'

/** Offers the newest version to who began an older one. Nothing that they completed is lost either way. */
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
