import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { OtherLanguage } from '@salama/ui/components/other-language.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { SignInNotice } from '@/courses/course-notices.tsx'
import { findCourse, findLearner, findProgress, moduleOf } from '@/courses/find-course.ts'
import { Rule, StateWord, StepLink, StepName } from '@/courses/step-link.tsx'
import { pathOf, QUIZ } from '@/courses/steps.ts'
import { GuestMark } from '@/guest/guest-progress.tsx'
import { pageMetadata } from '@/page-metadata.ts'

type Props = PageProps<'/[locale]/courses/[course]/[module]'>

export const generateMetadata = dataMetadata(async ({ params }: Props): Promise<Metadata> => {
  const [{ course: slug, module: name }, locale] = await Promise.all([params, getLocale()])
  const course = await findCourse(slug, locale)
  const module = moduleOf(course, name)
  const title = `${module.title} · ${course.title}`
  return pageMetadata(pathOf(course.slug, module.slug), { title, description: module.summary })
})

/** A module: its lessons, its quiz, their progress, and how it is completed. */
export default dataPage(async function ModulePage({ params }: Props) {
  const [{ course: slug, module: name }, locale] = await Promise.all([params, getLocale()])
  const course = await findCourse(slug, locale)
  const module = moduleOf(course, name)
  const [t, learner, progress] = await Promise.all([
    getTranslations('courses'),
    findLearner(locale),
    findProgress(course, locale),
  ])
  const state = progress?.modules.find((each) => each.moduleId === module.id)
  const done = (item: string) => (learner.is === 'known' ? (state?.completedItems.includes(item) ?? false) : null)
  const marks = { done: t('done'), notDone: t('notDone') }
  const path = pathOf(course.slug, module.slug)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader title={module.title} lang={course.locale} back={{ href: pathOf(course.slug), label: course.title }}>
        <p lang={course.locale}>{module.summary}</p>
      </PageHeader>
      <OtherLanguage locale={course.locale} />
      {learner.is === 'known' && <StateWord state={state?.state ?? 'not_started'} />}
      <SignInNotice learner={learner} path={path} />
      <ol className="border-t border-line">
        {module.lessons.map((lesson) => (
          <StepLink
            key={lesson.slug}
            href={pathOf(course.slug, module.slug, lesson.slug)}
            done={done(lesson.slug)}
            mark={<GuestMark moduleId={module.id} item={lesson.slug} {...marks} />}
          >
            <StepName title={lesson.title} lang={course.locale} minutes={lesson.minutes} />
          </StepLink>
        ))}
        {module.questions.length > 0 && (
          <StepLink
            href={pathOf(course.slug, module.slug, QUIZ)}
            done={done(QUIZ)}
            mark={<GuestMark moduleId={module.id} item={QUIZ} {...marks} />}
          >
            <StepName questions={module.questions.length} />
          </StepLink>
        )}
      </ol>
      {state?.quiz && state.quiz.attempts > 0 && !state.quiz.passed && (
        <p>{t('bestTry', { percent: state.quiz.bestPercent ?? 0 })}</p>
      )}
      <Rule percent={course.rule.quizPassPercent} whole={false} />
    </div>
  )
})
