import { sceneOf } from '@salama/domain/scene'
import { Button, buttonClass } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { ArrowRight, Check, Smartphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { ReadForm } from '@/courses/read-form.tsx'
import { ReadingPosition } from '@/courses/reading-position.tsx'
import { StateWord } from '@/courses/step-link.tsx'
import { around, pathAfter, pathOf, QUIZ } from '@/courses/steps.ts'
import { completionOf } from '@/outbox/content.ts'
import { QuizForm } from '@/quiz/quiz-form.tsx'
import { LessonCards } from '@/reading/lesson-cards.tsx'
import { SavedHeader, SavedLink, type SavedModule, type SavedProps } from './saved-course.tsx'

type LessonProps = SavedProps & { module: SavedModule; lesson: SavedModule['lessons'][number] }

export function SavedLesson({ module, lesson, ...props }: LessonProps) {
  const t = useTranslations('courses')
  const offline = useTranslations('offline')
  const { content, addresses, stateOf, isKnown } = props
  const state = stateOf({ module: module.slug, item: lesson.slug })
  const next = pathAfter(content, module.slug, lesson.slug)
  return (
    <>
      <SavedHeader title={lesson.title} back={{ path: pathOf(content.slug, module.slug), label: module.title }}>
        <p>
          {t('lessonOf', {
            n: module.lessons.indexOf(lesson) + 1,
            of: module.lessons.length,
            minutes: lesson.minutes,
          })}
        </p>
      </SavedHeader>
      <LessonCards
        text={lesson.text}
        locale={content.locale}
        picture={lesson.picture ?? null}
        links={{ addresses, locale: useLocale() }}
      />
      <ReadingPosition of={`${content.slug}/${module.slug}/${lesson.slug}`} />
      <div className="flex flex-col items-start gap-4 border-t border-line pt-5">
        {state === 'done' && <StateWord state="completed">{t('readDone')}</StateWord>}
        {state === 'saved' && (
          <p className="inline-flex items-center gap-2 font-semibold">
            <Icon as={Smartphone} />
            {offline('savedHere')}
          </p>
        )}
        {!isKnown && <Notice>{offline('nobody')}</Notice>}
        {state === 'open' ? (
          <ReadForm
            isVisitor={!isKnown}
            action={null}
            next={next}
            mark={completionOf(content, module, lesson.slug)}
            title={lesson.title}
          >
            <Button type="submit" variant="main" size="large">
              <Icon as={Check} />
              {t(sceneOf(lesson.text) ? 'markDone' : 'markRead')}
            </Button>
          </ReadForm>
        ) : (
          <SavedLink path={next} className={buttonClass({ variant: 'main', size: 'large' })}>
            {t('next', { title: around(content, module.slug, lesson.slug).after?.title ?? t('quiz') })}
            <Icon as={ArrowRight} />
          </SavedLink>
        )}
      </div>
    </>
  )
}

export function SavedQuiz({ module, ...props }: SavedProps & { module: SavedModule }) {
  const t = useTranslations('courses')
  const quiz = useTranslations('quiz')
  const offline = useTranslations('offline')
  const { content, stateOf, isKnown } = props
  const { quizPassPercent } = content.rule
  const state = stateOf({ module: module.slug, item: QUIZ })
  return (
    <>
      <SavedHeader
        title={t('quizOf', { title: module.title })}
        back={{ path: pathOf(content.slug, module.slug), label: module.title }}
      >
        <p>{quiz('lead', { count: module.questions.length, percent: quizPassPercent })}</p>
      </SavedHeader>
      {isKnown || content.neededBy === null ? (
        <QuizForm
          action={null}
          mode={isKnown ? 'graded' : 'visitor'}
          of={{ course: content.slug, module: module.slug, locale: content.locale, lessons: module.lessons }}
          questions={module.questions}
          percentNeeded={quizPassPercent}
          mark={completionOf(content, module, QUIZ)}
          title={module.title}
          next={pathAfter(content, module.slug, QUIZ)}
          lastTry={state === 'done' && <StateWord state="completed">{quiz('passedBefore')}</StateWord>}
        />
      ) : (
        <Notice>{offline('nobody')}</Notice>
      )}
    </>
  )
}
