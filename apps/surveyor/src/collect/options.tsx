'use client'

import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleOff, Check as Tick, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Check, Draft, Finding } from '@/field-state/draft.ts'
import { CHECKS } from './checks.ts'

const FINDINGS = { ok: Tick, faulty: TriangleAlert, missing: CircleOff } as const

/** Large radio buttons. Pressing the selected one clears it: not checked. */
export function Options<Value extends string>({
  legend,
  values,
  value,
  onChange,
}: {
  legend: React.ReactNode
  values: readonly { value: Value; label: React.ReactNode }[]
  value: Value | null
  onChange: (value: Value | null) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((each) => (
          <label
            key={each.value}
            className="flex min-h-12 min-w-min flex-1 basis-0 items-center justify-center gap-1.5 rounded-control border-2 border-edge bg-raised px-2 text-center leading-tight font-semibold has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              checked={value === each.value}
              onChange={() => onChange(each.value)}
              onClick={() => value === each.value && onChange(null)}
              className="sr-only"
            />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Condition and safety, from the fixed list; unchecked items stay empty. */
export function Checklist({
  checks,
  onChange,
}: {
  checks: Draft['checks']
  onChange: (checks: Draft['checks']) => void
}) {
  const t = useTranslations('collect')
  const set = (check: Check, finding: Finding | null) => {
    const { [check]: _, ...rest } = checks
    onChange(finding === null ? rest : { ...rest, [check]: finding })
  }
  return (
    <div className="flex flex-col gap-4">
      {CHECKS.map((check) => (
        <Options
          key={check}
          legend={t(`check.${check}`)}
          value={checks[check] ?? null}
          onChange={(finding) => set(check, finding)}
          values={(['ok', 'faulty', 'missing'] as const).map((finding) => ({
            value: finding,
            label: (
              <>
                <Icon as={FINDINGS[finding]} />
                {t(`finding.${finding}`)}
              </>
            ),
          }))}
        />
      ))}
    </div>
  )
}
