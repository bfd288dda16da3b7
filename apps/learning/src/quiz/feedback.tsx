import { Icon } from '@salama/ui/components/icon.tsx'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { BookOpen, CircleCheck, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { pathOf } from '@/courses/steps.ts'
import type { Attempt } from '@/outbox/content.ts'
import type { Question } from './answers.ts'
import { QuizPicture } from './quiz-fields.tsx'

export type Result = Attempt['results'][number]
/** The module of a quiz, for links to its lessons, and the language of its texts. */
export type QuizModule = {
  course: string
  module: string
  locale: Locale
  lessons: readonly { slug: string; title: string }[]
}

/** The feedback on an answered question: the given answer beside the right one, the reason, and the lesson. */
export function Feedback({ question, result, of }: { question: Question | undefined; result: Result; of: QuizModule }) {
  const t = useTranslations('quiz')
  const lesson = of.lessons.find(({ slug }) => slug === result.lesson)
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {question && (
        <dl className={`grid gap-3 ${question.kind === 'picture' ? 'grid-cols-2' : 'sm:grid-cols-2'}`}>
          <Answer
            label={t('yourAnswer')}
            question={question}
            keys={result.given}
            isRight={result.right}
            lang={of.locale}
          />
          {!result.right && (
            <Answer label={t('rightAnswer')} question={question} keys={result.rightOptions} isRight lang={of.locale} />
          )}
        </dl>
      )}
      <p lang={of.locale}>{result.explanation}</p>
      {lesson && (
        <p>
          <Link href={pathOf(of.course, of.module, lesson.slug)} className="touch-link gap-2 font-semibold">
            <Icon as={BookOpen} />
            {t('readAgain', { title: lesson.title })}
          </Link>
        </p>
      )}
    </div>
  )
}

type AnswerProps = { label: string; question: Question; keys: readonly string[]; isRight: boolean; lang: Locale }

function Answer({ label, question, keys, isRight, lang }: AnswerProps) {
  const t = useTranslations('quiz')
  const chosen = keys.flatMap((key) => question.options.filter((option) => option.key === key))
  const List = question.kind === 'order' ? 'ol' : 'ul'
  return (
    <div className={`rounded-control p-3 ${isRight ? 'bg-ok-wash' : 'bg-danger-wash'}`}>
      <dt className="flex items-center gap-2 font-semibold">
        <Icon as={isRight ? CircleCheck : CircleX} className={isRight ? 'text-ok' : 'text-danger'} />
        {label}
      </dt>
      <dd className="pt-1">
        {chosen.length === 0 ? (
          t('noAnswer')
        ) : (
          <List lang={lang} className={question.kind === 'order' ? 'list-decimal ps-5' : 'flex flex-col gap-1'}>
            {chosen.map(({ key, text, picture }) => (
              <li key={key}>
                {picture === null ? text : <QuizPicture picture={picture} text={text} className="w-[8rem]" />}
              </li>
            ))}
          </List>
        )}
      </dd>
    </div>
  )
}
