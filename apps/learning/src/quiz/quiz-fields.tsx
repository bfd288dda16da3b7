'use client'

import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { CircleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { answerName, placeName, type Question } from './answers.ts'
import { OrderField } from './order-field.tsx'

type Props = {
  question: Question
  /** Of the question and its options. */
  lang: Locale
  n: number
  /** The saved input of a rejected form. */
  values?: Record<string, string[]>
  /** Whether it has no valid answer. */
  isWrong: boolean
  /** Of an order question, once scripts run: the order on the screen. Before that each line has a list of places. */
  order: readonly string[] | null
  onOrder: (order: string[]) => void
}

/** A question of a quiz as form fields that work without JavaScript. */
export function QuestionField({ question, lang, n, values = {}, isWrong, order, onOrder }: Props) {
  const t = useTranslations('quiz')
  const locale = useLocale()
  const how = question.kind === 'order' && order !== null ? 'sort' : question.kind
  return (
    <fieldset
      lang={lang}
      id={`question-${question.key}`}
      tabIndex={-1}
      aria-describedby={`hint-${question.key}`}
      className="flex min-w-0 flex-col gap-2 outline-none"
    >
      <legend className="mb-1 max-w-prose font-semibold">{t('numbered', { n, text: question.text })}</legend>
      <p id={`hint-${question.key}`} lang={locale} className={isWrong ? 'font-semibold text-danger' : 'text-soft'}>
        {isWrong && <Icon as={CircleAlert} className="me-1.5 -mt-0.5" />}
        {isWrong ? t(`wrong.${question.kind}`) : t(`how.${how}`)}
      </p>
      {question.kind === 'order' && order !== null ? (
        <OrderField question={question} order={order} onOrder={onOrder} />
      ) : (
        <Options question={question} values={values} />
      )}
    </fieldset>
  )
}

const RING = 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
const ROW = `flex min-h-touch items-center gap-3 rounded-control bg-raised px-3 py-2 has-checked:chosen ${RING}`

function Options({ question, values }: { question: Question; values: Record<string, string[]> }) {
  if (question.kind === 'order') return <Places question={question} values={values} />
  const name = answerName(question.key)
  const isChosen = (option: string) => values[name]?.includes(option) ?? false
  if (question.kind === 'picture')
    return (
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {question.options.map(({ key, text, picture }) => (
          <label
            key={key}
            className={`relative flex flex-col gap-2 rounded-control bg-raised p-2 has-checked:chosen ${RING}`}
          >
            <QuizPicture picture={picture} text={text} className="w-full" />
            <input
              type="radio"
              name={name}
              value={key}
              required
              defaultChecked={isChosen(key)}
              className="mx-auto size-6 accent-ink"
            />
          </label>
        ))}
      </div>
    )
  const type = question.kind === 'multiple' ? 'checkbox' : 'radio'
  return (
    <div className="flex flex-col gap-2">
      {question.options.map(({ key, text }) => (
        <label key={key} className={ROW}>
          <input
            type={type}
            name={name}
            value={key}
            required={type === 'radio'}
            defaultChecked={isChosen(key)}
            className="size-5 shrink-0 accent-ink"
          />
          {text}
        </label>
      ))}
    </div>
  )
}

function Places({ question, values }: { question: Question; values: Record<string, string[]> }) {
  const t = useTranslations('quiz')
  return (
    <ul className="flex flex-col gap-2">
      {question.options.map(({ key, text }) => {
        const name = placeName(question.key, key)
        return (
          <li key={key}>
            <label className="flex min-h-touch items-center gap-3 rounded-control bg-raised px-3 py-2">
              <select
                name={name}
                required
                defaultValue={values[name]?.[0] ?? ''}
                className="min-h-touch rounded-control bg-paper px-2 font-semibold text-ink"
              >
                <option value="">{t('place')}</option>
                {question.options.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the places are the numbers themselves.
                  <option key={index} value={index + 1}>
                    {index + 1}.
                  </option>
                ))}
              </select>
              <span className="min-w-0 flex-1">{text}</span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}

/** A drawing. As the source of an image it can neither run scripts nor load anything. */
export function QuizPicture({ picture, text, className }: { picture: string | null; text: string; className: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: drawn in the page's own bytes, there is nothing to optimise.
    <img
      src={`data:image/svg+xml,${encodeURIComponent(picture ?? '')}`}
      alt={text}
      width={160}
      height={120}
      className={cx('h-auto rounded-md', className)}
    />
  )
}
