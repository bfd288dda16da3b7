import { getQuizAttempt } from '@salama/domain/learning'
import { getCaller, readSavedForm } from '@salama/session'
import { Notice } from '@salama/ui/components/notice.tsx'
import { OtherLanguage } from '@salama/ui/components/other-language.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { getTranslations } from 'next-intl/server'
import { SignInNotice } from '@/courses/course-notices.tsx'
import { type Content, findLearner, findProgress, type Module } from '@/courses/find-course.ts'
import { ProgressFields } from '@/courses/main-step.tsx'
import { StateWord } from '@/courses/step-link.tsx'
import { isDoneIn, pathAfter, pathOf, QUIZ } from '@/courses/steps.ts'
import { completionOf } from '@/outbox/content.ts'
import { QuizForm } from './quiz-form.tsx'
import { LastTry } from './quiz-result.tsx'

type Props = {
  course: Content
  module: Module
  locale: Locale
  /** The id of a rejected form's saved input. */
  again: unknown
  /** Whether a plain form was just accepted. */
  isSent: boolean
}

/** The quiz of a module: the last result, and the questions. Only the server knows what is right before an answer. */
export async function QuizPage({ course, module, locale, again, isSent }: Props) {
  const [t, courses, errors, learner, progress, saved, own] = await Promise.all([
    getTranslations('quiz'),
    getTranslations('courses'),
    getTranslations('errors'),
    findLearner(locale),
    findProgress(course, locale),
    readSavedForm(again),
    ownQuiz(module.id, locale),
  ])
  const { attempt: last, answered } = own
  const attempts = progress?.modules.find(({ slug }) => slug === module.slug)?.quiz?.attempts ?? 0
  const { quizPassPercent } = course.rule
  const isPassed = isDoneIn(progress)({ module: module.slug, item: QUIZ })
  const next = pathAfter(course, module.slug, QUIZ)
  const mark = completionOf(course, module, QUIZ)
  const of = {
    course: course.slug,
    module: module.slug,
    locale: course.locale,
    lessons: module.lessons.map(({ slug, title }) => ({ slug, title })),
  }
  const mode = learner.is === 'visitor' ? 'visitor' : isPassed ? 'practice' : 'graded'
  // The course that a role depends on is not practised without an account.
  const isOpen = learner.is === 'known' || (learner.is === 'visitor' && course.neededBy === null)
  // Then the question comes first, and the invitation to sign in last.
  const isPractice = isOpen && mode === 'visitor'
  const wrong = saved?.paths.flatMap((path) => /^quizAnswers\.(.+)$/.exec(path)?.[1] ?? []) ?? []
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader
        title={courses('quizOf', { title: module.title })}
        back={{ href: pathOf(course.slug, module.slug), label: module.title }}
      >
        <p>{t('lead', { count: module.questions.length, percent: quizPassPercent })}</p>
      </PageHeader>
      <OtherLanguage locale={course.locale} />
      {saved && (
        <Notice tone="danger" title={t('notTaken')} announce="assertive">
          {errors(saved.code)}
        </Notice>
      )}
      {!isPractice && <SignInNotice learner={learner} path={pathOf(course.slug, module.slug, QUIZ)} quiz />}
      {isOpen && (
        <ClientMessages of={['common', 'quiz', 'outbox', 'errors']}>
          <QuizForm
            action={mode === 'graded' ? `/api/progress?locale=${locale}` : null}
            mode={mode}
            attempts={attempts}
            answered={answered?.courseVersion === course.version && !isPassed ? answered.results : []}
            of={of}
            questions={module.questions}
            percentNeeded={quizPassPercent}
            mark={mark}
            title={module.title}
            next={next}
            wrong={wrong}
            arrivedAt={isSent ? (last?.at ?? null) : null}
            {...(saved && { values: saved.values })}
            lastTry={
              <>
                {isPassed && !isSent && <StateWord state="completed">{t('passedBefore')}</StateWord>}
                {last && (
                  <LastTry
                    attempt={last}
                    questions={module.questions}
                    of={of}
                    percentNeeded={quizPassPercent}
                    isOpen={isSent}
                    next={next}
                    certificate={progress?.certificate?.code ?? null}
                  />
                )}
              </>
            }
          >
            <ProgressFields {...mark} />
          </QuizForm>
        </ClientMessages>
      )}
      {isPractice && (
        <SignInNotice learner={learner} path={pathOf(course.slug, module.slug, QUIZ)}>
          {t('practiceLead')}
        </SignInNotice>
      )}
    </div>
  )
}

async function ownQuiz(moduleId: string, locale: Locale) {
  const caller = await getCaller()
  return caller.kind === 'user' ? getQuizAttempt(caller, { moduleId, locale }) : { attempt: null, answered: null }
}
