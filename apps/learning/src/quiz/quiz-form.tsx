'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { useScriptForm } from '@salama/ui/components/script-form.tsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { QuizModule } from './feedback.tsx'
import { QuizEnd } from './quiz-end.tsx'
import { QuestionField } from './quiz-fields.tsx'
import { QuizProblem } from './quiz-problem.tsx'
import { Answered, IN_REACH, QuizProgress } from './quiz-step.tsx'
import { type Quiz, useQuiz } from './use-quiz.ts'

type Props = Quiz & {
  of: QuizModule
  /** The URL of the next step after passing. */
  next: string
  values?: Record<string, string[]>
  /** The result of the last attempt; the next one replaces it. */
  lastTry?: ReactNode
  /** The hidden fields. */
  children?: ReactNode
}

/**
 * A quiz, one question at a time, each answer sent alone with its feedback. Where that is not possible (offline, too
 * many attempts) all go through the outbox as one attempt. Without JavaScript: a plain form.
 */
export function QuizForm({ of, next, values, lastTry, children, ...quiz }: Props) {
  const { action, percentNeeded, mode } = quiz
  const t = useTranslations('quiz')
  const { questions, attempt, isAnother, at, step, problem, missing, result, isLast, ended, sent, kept, ...press } =
    useQuiz(quiz)
  const end = { questions, of, percentNeeded, next, onAgain: press.again }
  const question = questions[at]
  const isEnd = sent !== null || question === undefined
  const isStarted = at > 0 || step !== 'filling'
  return (
    <>
      {sent && <sent.Sent id={sent.id} {...end} />}
      {!sent && isEnd && ended && <QuizEnd ended={ended} {...end} />}
      {/* Not in an attempt that was begun here: its result was just shown, and what arrives now would move the form. */}
      {!isEnd && !isStarted && !isAnother && lastTry}
      <form
        key={attempt}
        {...useScriptForm()}
        data-script-form={undefined} // without scripts its last button sends it
        ref={kept.attach}
        onSubmit={press.submit}
        onChange={kept.keep}
        hidden={isEnd}
        className="flex flex-col gap-6 [&[hidden]]:hidden"
      >
        {children}
        <noscript>
          <style>{'.quiz-question{display:block!important}.quiz-step{display:none!important}'}</style>
        </noscript>
        <QuizProgress n={Math.min(at + 1, questions.length)} of={questions.length} />
        <ol className={cx('flex flex-col gap-8', step === 'answered' && 'hidden')}>
          {questions.map((each, index) => (
            <li key={each.key} className={cx('quiz-question', index !== at && 'hidden')}>
              <QuestionField
                lang={of.locale}
                question={each}
                n={index + 1}
                {...(values && { values })}
                isWrong={missing.includes(each.key)}
                order={kept.orders?.[each.key] ?? null}
                onOrder={(order) => kept.order(each.key, order)}
              />
            </li>
          ))}
        </ol>
        {step === 'answered' && question && result && (
          <Answered question={question} n={at + 1} result={result} of={of} isLast={isLast} onNext={press.goOn} />
        )}
        {problem !== null && !isEnd && <QuizProblem problem={problem} isRefused={step === 'failed'} mode={mode} />}
        {step !== 'answered' && (
          <div className={cx('quiz-step', IN_REACH)}>
            <Button type="submit" formNoValidate variant="main" size="large" busy={step === 'checking'}>
              {t('checkAnswer')}
            </Button>
          </div>
        )}
        {action !== null && (
          <noscript>
            <Button type="submit" formMethod="post" formAction={action} variant="main" size="large">
              {t('send')}
            </Button>
          </noscript>
        )}
        {mode !== 'graded' && <noscript>{t('practiceNeedsScript')}</noscript>}
      </form>
    </>
  )
}
