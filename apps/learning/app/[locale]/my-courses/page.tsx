import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { SignInNotice } from '@/courses/course-notices.tsx'
import { guestModulesOf, MyCourse } from '@/courses/course-row.tsx'
import { findLearner, findPath, listCourses } from '@/courses/find-course.ts'
import { NothingBegun } from '@/courses/nothing-begun.tsx'
import { pathOf } from '@/courses/steps.ts'
import { GuestCourses } from '@/guest/guest-progress.tsx'
import { pageMetadata } from '@/page-metadata.ts'
import { ContinueCard } from '@/path/continue-card.tsx'
import { Recent } from '@/path/recent.tsx'
import { WeeklyGoal } from '@/path/weekly-goal.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('mine')
  return pageMetadata('/my-courses', { title: t('title') }, { listed: false })
}

/** The person's path: the way on, the week and its goal, their courses with certificates, and what they did lately. */
export default dataPage(async function MyCoursesPage({ searchParams }: PageProps<'/[locale]/my-courses'>) {
  const [{ done, again }, locale] = await Promise.all([searchParams, getLocale()])
  const [t, courses, learner, path] = await Promise.all([
    getTranslations('mine'),
    getTranslations('courses'),
    findLearner(locale),
    findPath(locale),
  ])
  const begun = learner.is === 'known' ? learner.courses : []
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      {learner.is === 'visitor' ? (
        <Visitor locale={locale} />
      ) : learner.is !== 'known' ? (
        <Notice tone="warn">{courses('unknown')}</Notice>
      ) : begun.length === 0 ? (
        <NothingBegun />
      ) : (
        <div className="flex flex-col gap-10">
          {path && <ContinueCard path={path} courses={begun} locale={locale} />}
          {path && (
            <WeeklyGoal
              itemsPerWeek={path.itemsPerWeek}
              weeks={path.weeks}
              isSaved={done !== undefined}
              hasFailed={again !== undefined}
            />
          )}
          <section aria-labelledby="begun">
            <h2 id="begun" className="pb-2 font-semibold">
              {t('begun')}
            </h2>
            <ul className="border-t border-line">
              {begun.map((course) => (
                <MyCourse key={course.courseId} course={course} />
              ))}
            </ul>
          </section>
          {path && <Recent items={path.recent} />}
        </div>
      )}
    </div>
  )
})

/** What was begun on this phone, before there is an account. */
async function Visitor({ locale }: { locale: Locale }) {
  const [t, courses] = await Promise.all([getTranslations('progress'), listCourses(locale)])
  return (
    <div className="flex flex-col gap-6">
      <ClientMessages of={['progress']}>
        <GuestCourses
          courses={courses.map((course) => ({
            href: pathOf(course.slug),
            title: course.title,
            locale: course.locale,
            modules: guestModulesOf(course),
          }))}
        />
      </ClientMessages>
      <SignInNotice learner={{ is: 'visitor' }} path="/my-courses">
        {t('words')}
      </SignInNotice>
    </div>
  )
}
