import { appUrls } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { OtherLanguage } from '@salama/ui/components/other-language.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { LOCALES } from '@salama/ui/i18n/locales.ts'
import { Link } from '@salama/ui/i18n/navigation.ts'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { CompletedNotice, NewVersion, SignInNotice } from '@/courses/course-notices.tsx'
import { findCourse, findLearner, findProgress } from '@/courses/find-course.ts'
import { MainStep } from '@/courses/main-step.tsx'
import { Rule, StateWord } from '@/courses/step-link.tsx'
import { pathOf, stepsIn } from '@/courses/steps.ts'
import { GuestProgress } from '@/guest/guest-progress.tsx'
import { SaveCourse } from '@/offline/save-course.tsx'
import { pageMetadata } from '@/page-metadata.ts'
import { Picture } from '@/pictures/picture.tsx'

type Props = PageProps<'/[locale]/courses/[course]'>

export const generateMetadata = dataMetadata(async ({ params }: Props): Promise<Metadata> => {
  const [{ course: slug }, locale] = await Promise.all([params, getLocale()])
  const { title, summary, slug: own } = await findCourse(slug, locale)
  return pageMetadata(pathOf(own), { title, description: summary })
})

/** A course: its description, how it is completed, its modules, and the next step. */
export default dataPage(async function CoursePage({ params, searchParams }: Props) {
  const [{ course: slug }, { again }, locale] = await Promise.all([params, searchParams, getLocale()])
  const course = await findCourse(slug, locale)
  const [t, learner, progress] = await Promise.all([
    getTranslations('courses'),
    findLearner(locale),
    findProgress(course, locale),
  ])
  const path = pathOf(course.slug)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <Picture svg={course.cover} className="rounded-control" />
      <PageHeader title={course.title} lang={course.locale} back={{ href: '/', label: t('title') }}>
        <p lang={course.locale}>{course.summary}</p>
        <p className="text-base">{t('size', { modules: course.modules.length, minutes: course.minutes })}</p>
      </PageHeader>
      <OtherLanguage locale={course.locale} />
      {progress?.state === 'completed' && <CompletedNotice progress={progress} />}
      {progress && progress.version < course.newestVersion && (
        <NewVersion course={course} isCompleted={progress.state === 'completed'} again={again} />
      )}
      <SignInNotice learner={learner} path={path} />
      <MainStep course={course} progress={progress} learner={learner.is} />
      <section aria-labelledby="modules">
        <h2 id="modules" className="pb-2 font-semibold">
          {t('modules')}
        </h2>
        <ClientMessages of={['progress']}>
          <ol className="border-t border-line">
            {course.modules.map((module, index) => {
              const state = progress?.modules.find((each) => each.moduleId === module.id)
              return (
                <li key={module.id} className="flex flex-col items-start gap-1 border-b border-line py-4">
                  <h3 lang={course.locale} className="font-semibold">
                    <Link href={pathOf(course.slug, module.slug)} className="touch-link">
                      {t('numbered', { n: index + 1, title: module.title })}
                    </Link>
                  </h3>
                  <p lang={course.locale}>{module.summary}</p>
                  {learner.is === 'known' && <StateWord state={state?.state ?? 'not_started'} />}
                  {learner.is === 'visitor' && (
                    <GuestProgress modules={[{ id: module.id, items: stepsIn(module).length }]} />
                  )}
                </li>
              )
            })}
          </ol>
        </ClientMessages>
      </section>
      <Rule percent={course.rule.quizPassPercent} whole />
      <ClientMessages of={['common', 'keep']}>
        <SaveCourse course={course.slug} version={course.version} bytes={aboutBytes(course)} addresses={appUrls()} />
      </ClientMessages>
    </div>
  )
})

/** The approximate size on a phone, which saves every language. */
const aboutBytes = (course: object) => LOCALES.length * new TextEncoder().encode(JSON.stringify(course)).length
