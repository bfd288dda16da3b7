import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { SignInNotice } from '@/courses/course-notices.tsx'
import { CourseCard } from '@/courses/course-row.tsx'
import { findLearner, findPath, listCourses } from '@/courses/find-course.ts'
import { pageMetadata } from '@/page-metadata.ts'
import { ContinueCard } from '@/path/continue-card.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('courses')
  return pageMetadata('', { title: { absolute: t('pageTitle') }, description: t('pageDescription') })
}

/** All courses, readable without an account; with one, including progress. */
export default dataPage(async function CataloguePage() {
  const locale = await getLocale()
  const [t, courses, learner, path] = await Promise.all([
    getTranslations('courses'),
    listCourses(locale),
    findLearner(locale),
    findPath(locale),
  ])
  const begun = learner.is === 'known' ? learner.courses : []
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <SignInNotice learner={learner} path="" />
      {path && <ContinueCard path={path} courses={begun} locale={locale} />}
      {courses.length === 0 ? (
        <EmptyState title={t('noneTitle')}>
          <p>{t('none')}</p>
        </EmptyState>
      ) : (
        <ClientMessages of={['progress']}>
          <ul className="mt-4 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {courses.map((course) => (
              <CourseCard key={course.id} course={course} begun={learner.is === 'visitor' ? null : begun} />
            ))}
          </ul>
        </ClientMessages>
      )}
    </div>
  )
})
