'use client'

import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Draft } from './draft.ts'
import { useCoverageWords, usePlaceName } from './place-answer.tsx'
import type { Step } from './steps.ts'
import type { Coverage } from './use-coverage.ts'

/** The answers so far, each with a link to change it. */
export function Answers({
  draft,
  coverage,
  steps,
  errorOf,
  onChange,
}: {
  draft: Draft
  coverage: Coverage
  steps: readonly Step[]
  errorOf: (step: Step) => string | undefined
  onChange: (step: Step) => void
}) {
  const t = useTranslations('report')
  const answer = useAnswer(draft)
  const coverageWords = useCoverageWords(coverage)
  if (steps.length === 0) return null
  return (
    <dl className="divide-y-2 divide-line border-y-2 border-line">
      {steps.map((step) => (
        <div key={step} className="flex flex-wrap items-center gap-x-3 py-1">
          <dt className="w-16 shrink-0 text-sm text-soft">{t(`answers.${step}`)}</dt>
          <dd className="min-w-0 grow basis-30 font-semibold">
            {answer(step)}
            {step === 'place' && <span className="block text-sm font-normal text-soft">{coverageWords}</span>}
            {errorOf(step) && (
              <span className="flex items-start gap-1.5 text-danger">
                <Icon as={CircleAlert} className="mt-0.5" />
                {errorOf(step)}
              </span>
            )}
          </dd>
          <dd>
            <button
              type="button"
              aria-label={t(`change.${step}`)}
              onClick={() => onChange(step)}
              className="min-h-touch @2xs:scroll-mb-20 px-2 font-semibold text-link underline decoration-line decoration-2 underline-offset-4"
            >
              {t('change.short')}
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useAnswer({ category, injury, place, vehicle }: Draft): (step: Step) => ReactNode {
  const t = useTranslations('report')
  const categoryName = useTranslations('categories')
  const placeName = usePlaceName()
  return (step) => {
    if (step === 'category') return category && categoryName(category)
    if (step === 'injury') return injury && t(`injury.${injury}`)
    if (step === 'place') return place && placeName(place)
    if (vehicle?.kind === 'plate') return <Plate value={vehicle.text} />
    return vehicle?.kind === 'code' ? vehicle.text : t('vehicle.none')
  }
}
