import { getLearningFigures } from '@salama/domain/learning'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getLocale, getTranslations } from 'next-intl/server'
import { CourseFigures } from '@/learning/course-figures.tsx'
import { Moment } from '@/lists/facts.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('learning')

/** What comes of the courses: who begins and completes them, where people stop, and which questions are hardest. */
export default adminPage<PageProps<'/[locale]/learning'>>(async (_, { caller }) => {
  const [t, locale] = await Promise.all([getTranslations('learningFigures'), getLocale()])
  const { asOf, courses, floor, idleDays } = await getLearningFigures(caller, { locale })
  return (
    <>
      <PageHeader title={t('title')}>
        <p className="text-base">
          {t('lead', { floor })} {t('asOf')} <Moment at={asOf} />
        </p>
      </PageHeader>
      {courses.length === 0 && <EmptyState title={t('none')} />}
      <div className="flex flex-col gap-10">
        {courses.map((course) => (
          <CourseFigures key={course.slug} course={course} floor={floor} idleDays={idleDays} />
        ))}
      </div>
    </>
  )
})
