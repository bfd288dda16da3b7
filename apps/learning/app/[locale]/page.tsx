import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { SignInNotice } from '@/courses/course-notices.tsx'
import { CourseRow } from '@/courses/course-row.tsx'
import { findLearner, listCourses } from '@/courses/find-course.ts'
import { pageMetadata } from '@/page-metadata.ts'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('courses')
  return pageMetadata('', { title: { absolute: t('pageTitle') }, description: t('pageDescription') })
}

/** All courses, readable without an account; with one, including progress. */
export default dataPage(async function CataloguePage() {
  const locale = await getLocale()
  const [t, courses, learner] = await Promise.all([
    getTranslations('courses'),
    listCourses(locale),
    findLearner(locale),
  ])
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <SignInNotice learner={learner} path="" />
      {courses.length === 0 ? (
        <EmptyState title={t('noneTitle')}>
          <p>{t('none')}</p>
        </EmptyState>
      ) : (
        <ul className="border-t-2 border-line mt-4">
          {courses.map((course) => (
            <CourseRow key={course.id} course={course} isKnown={learner.is === 'known'} />
          ))}
        </ul>
      )}
    </div>
  )
})
