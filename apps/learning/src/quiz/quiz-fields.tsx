import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { answerName, placeName, type Question } from './answers.ts'

type Props = {
  questions: readonly Question[]
  /** The saved input of a rejected form. */
  values?: Record<string, string[]>
  /** Keys of the questions without a valid answer. */
  wrong: readonly string[]
}

/** The questions of a quiz as form fields that work without JavaScript. */
export function QuizFields({ questions, values = {}, wrong }: Props) {
  const t = useTranslations('quiz')
  return (
    <ol className="flex flex-col gap-8">
      {questions.map((question, index) => (
        <li key={question.key}>
          <fieldset
            id={`question-${question.key}`}
            tabIndex={-1}
            aria-describedby={`hint-${question.key}`}
            className="flex flex-col gap-2 outline-none"
          >
            <legend className="mb-1 max-w-prose text-lg font-bold">
              {t('numbered', { n: index + 1, text: question.text })}
            </legend>
            <p
              id={`hint-${question.key}`}
              className={wrong.includes(question.key) ? 'font-semibold text-danger' : 'text-soft'}
            >
              {wrong.includes(question.key) && <Icon as={CircleAlert} className="mr-1.5 -mt-0.5" />}
              {wrong.includes(question.key) ? t(`wrong.${question.kind}`) : t(`how.${question.kind}`)}
            </p>
            <Options question={question} values={values} />
          </fieldset>
        </li>
      ))}
    </ol>
  )
}

const RING = 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
const ROW = `flex min-h-touch items-center gap-3 rounded-control border-2 border-edge bg-raised px-3 py-2 hover:border-ink has-checked:border-ink has-checked:font-bold has-checked:band-below ${RING}`

function Options({ question, values }: { question: Question; values: Record<string, string[]> }) {
  if (question.kind === 'order') return <Order question={question} values={values} />
  const name = answerName(question.key)
  const isChosen = (option: string) => values[name]?.includes(option) ?? false
  if (question.kind === 'picture')
    return (
      <div className="grid grid-cols-2 gap-3 md:max-w-lg">
        {question.options.map(({ key, text, picture }) => (
          <label
            key={key}
            className={`relative flex flex-col gap-2 rounded-control border-2 border-edge bg-raised p-2 hover:border-ink has-checked:border-ink has-checked:band-below ${RING}`}
          >
            {/* biome-ignore lint/performance/noImgElement: drawn in the page's own bytes, there is nothing to optimise. */}
            <img
              src={pictureSource(picture)}
              alt={text}
              width={160}
              height={120}
              className="h-auto w-full rounded-md"
            />
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

function Order({ question, values }: { question: Question; values: Record<string, string[]> }) {
  const t = useTranslations('quiz')
  return (
    <ul className="flex flex-col gap-2">
      {question.options.map(({ key, text }) => {
        const name = placeName(question.key, key)
        return (
          <li key={key}>
            <label className="flex min-h-touch items-center gap-3 rounded-control border-2 border-edge bg-raised px-3 py-2">
              <select
                name={name}
                required
                defaultValue={values[name]?.[0] ?? ''}
                className="min-h-touch rounded-control border-2 border-edge bg-paper px-2 text-lg font-bold text-ink"
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

/** A drawing as an image source. As an image it can neither run scripts nor load anything. */
const pictureSource = (svg: string | null) => `data:image/svg+xml,${encodeURIComponent(svg ?? '')}`
