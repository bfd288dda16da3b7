import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { MyCourse } from '@/courses/course-row.tsx'
import { findLearner } from '@/courses/find-course.ts'
import { pageMetadata } from '@/page-metadata.ts'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('mine')
  return pageMetadata('/my-courses', { title: t('title') }, { listed: false })
}

/** The person's courses: progress, next step and certificates. */
export default dataPage(async function MyCoursesPage() {
  const locale = await getLocale()
  const [t, courses, learner] = await Promise.all([
    getTranslations('mine'),
    getTranslations('courses'),
    findLearner(locale),
  ])
  const begun = learner.is === 'known' ? learner.courses : []
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      {learner.is !== 'known' ? (
        <Notice tone="warn">{courses('unknown')}</Notice>
      ) : begun.length === 0 ? (
        <EmptyState
          title={t('emptyTitle')}
          action={
            <LinkButton href="/" variant="main">
              {t('toCourses')}
            </LinkButton>
          }
        >
          <p>{t('empty')}</p>
        </EmptyState>
      ) : (
        <ul className="border-t-2 border-line">
          {begun.map((course) => (
            <MyCourse key={course.courseId} course={course} />
          ))}
        </ul>
      )}
    </div>
  )
})
