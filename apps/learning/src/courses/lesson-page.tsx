import { sceneOf } from '@salama/domain/scene'
import { appUrls, readSavedForm } from '@salama/session'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { OtherLanguage } from '@salama/ui/components/other-language.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ReadForm } from '@/courses/read-form.tsx'
import { GuestSwitch } from '@/guest/guest-progress.tsx'
import { completionOf } from '@/outbox/content.ts'
import { LessonCards } from '@/reading/lesson-cards.tsx'
import { SignInNotice } from './course-notices.tsx'
import { type Content, findLearner, findProgress, type Module } from './find-course.ts'
import { ProgressFields } from './main-step.tsx'
import { ReadingPosition } from './reading-position.tsx'
import { StateWord } from './step-link.tsx'
import { around, isDoneIn, pathAfter, pathOf } from './steps.ts'

type Props = {
  course: Content
  module: Module
  lesson: Module['lessons'][number]
  locale: Locale
  /** The id of a rejected form's saved input. */
  again: unknown
}

/** A lesson, links to the next and previous steps, and (with an account) the button to complete it. */
export async function LessonPage({ course, module, lesson, locale, again }: Props) {
  const [t, errors, learner, progress, saved] = await Promise.all([
    getTranslations('courses'),
    getTranslations('errors'),
    findLearner(locale),
    findProgress(course, locale),
    readSavedForm(again),
  ])
  const item = lesson.slug
  const path = pathOf(course.slug, module.slug, item)
  const { before, after } = around(course, module.slug, item)
  const isDone = isDoneIn(progress)({ module: module.slug, item })
  const next = pathAfter(course, module.slug, item)
  const nextName = after ? (after.title ?? t('quiz')) : course.title
  // The step before a module's first lesson is the quiz of another module.
  const quizName = (of: string) => t('quizOf', { title: course.modules.find(({ slug }) => slug === of)?.title ?? '' })
  const mark = completionOf(course, module, item)
  const at = module.lessons.indexOf(lesson) + 1
  const onward = (
    <LinkButton href={next} variant="main" size="large">
      {t('next', { title: nextName })}
      <Icon as={ArrowRight} />
    </LinkButton>
  )
  const read = <StateWord state="completed">{t('readDone')}</StateWord>
  const readAndOn = (
    <>
      {read}
      {onward}
    </>
  )
  const form = (
    <ReadForm
      action={learner.is === 'known' ? `/api/progress?locale=${locale}` : null}
      next={next}
      mark={mark}
      title={lesson.title}
      isVisitor={learner.is === 'visitor'}
    >
      <ProgressFields {...mark} completes />
      <Button type="submit" variant="main" size="large">
        <Icon as={Check} />
        {t(sceneOf(lesson.text) ? 'markDone' : 'markRead')}
      </Button>
    </ReadForm>
  )
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader
        title={lesson.title}
        lang={course.locale}
        back={{ href: pathOf(course.slug, module.slug), label: module.title }}
      >
        <p>{t('lessonOf', { n: at, of: module.lessons.length, minutes: lesson.minutes })}</p>
      </PageHeader>
      <OtherLanguage locale={course.locale} />
      <ClientMessages of={['reading']}>
        <ReadingPosition of={`${course.slug}/${module.slug}/${item}`} />
        <LessonCards
          text={lesson.text}
          locale={course.locale}
          picture={lesson.picture}
          links={{ addresses: appUrls(), locale }}
        />
      </ClientMessages>
      <div className="flex flex-col items-start gap-4 border-t border-line pt-5">
        {saved && (
          <Notice tone="danger" announce="assertive">
            {errors(saved.code)}
          </Notice>
        )}
        {isDone && read}
        {learner.is === 'unknown' && <SignInNotice learner={learner} path={path} />}
        {learner.is === 'visitor' ? (
          <ClientMessages of={['reading']}>
            <GuestSwitch moduleId={module.id} item={item} done={readAndOn}>
              {form}
            </GuestSwitch>
          </ClientMessages>
        ) : learner.is === 'known' && !isDone ? (
          <ClientMessages of={['reading']}>{form}</ClientMessages>
        ) : (
          onward
        )}
        {learner.is === 'visitor' && <noscript>{onward}</noscript>}
        {before && (
          <Link href={pathOf(course.slug, before.module, before.item)} className="touch-link gap-2 font-semibold">
            <Icon as={ArrowLeft} />
            {t('before', { title: before.title ?? quizName(before.module) })}
          </Link>
        )}
      </div>
    </div>
  )
}
