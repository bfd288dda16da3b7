import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { HeldSlot } from '@/field-state/session.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import { distance, wordsOf } from './assignment-view-model.ts'
import { dayRoute } from './day-route.ts'
import { HeldSlotCard } from './held-slot.tsx'
import { doneUnder } from './quota.ts'

const AssignmentMap = dynamic(() => import('./assignment-map.tsx').then((module) => module.AssignmentMap), {
  ssr: false,
  loading: () => <div className="h-[40dvh] min-h-60 rounded-control bg-sunken" />,
})

/** What this person holds: one assignment, or the stops of a day in the order of their way, the next one open. */
export function Day({ fieldState, held }: { fieldState: FieldState; held: readonly HeldSlot[] }) {
  const t = useTranslations('work')
  const locale = useLocale()
  const { clock } = useTimes()
  const fix = useCached(fieldState.fieldCache, 'fix') ?? null
  const [chosen, setChosen] = useState<string | null>()
  const stops = dayRoute(held, fix, fieldState.nowMs)
  const [only] = stops
  if (only && stops.length === 1) return <HeldSlotCard fieldState={fieldState} held={only.held} />
  const open = chosen === undefined ? only?.held.assignment.id : chosen
  return (
    <div className="flex flex-col gap-3">
      <AssignmentMap
        near={stops.map(({ held: { assignment }, metres }) => ({ assignment, metres }))}
        fix={fix}
        chosen={open ?? undefined}
        onChoose={setChosen}
        isRoute
      />
      <ol className="rows">
        {stops.map(({ held: slot, metres }, index) => {
          const { id, quota, others, dueAt } = slot.assignment
          const { vehicles, minutes } = doneUnder(slot, fieldState.entries, fieldState.server)
          const facts = [
            quota.vehicles !== null && t('vehiclesOf', { done: vehicles, all: quota.vehicles }),
            quota.minutes !== null && t('minutesOf', { done: minutes, all: quota.minutes }),
            t('until', { time: clock(dueAt !== null && dueAt < slot.heldUntil ? dueAt : slot.heldUntil) }),
            others > 0 && t('others', { count: others }),
          ].filter((fact) => fact !== false)
          return (
            <li key={slot.token} className="flex flex-col gap-2 py-2">
              <button
                type="button"
                aria-expanded={open === id}
                onClick={() => setChosen(open === id ? null : id)}
                className="flex min-h-touch items-center gap-3 text-start"
              >
                <span className="grid size-8 shrink-0 place-items-center rounded-control bg-ink font-bold text-paper">
                  {index + 1}
                </span>
                <span className="min-w-0 flex-1">
                  <strong className="block">{wordsOf(slot.assignment, locale).title}</strong>
                  <span className="block text-soft">{facts.join(' · ')}</span>
                </span>
                {metres !== null && <strong className="shrink-0">{distance(metres)}</strong>}
                <Icon as={open === id ? ChevronUp : ChevronDown} />
              </button>
              {open === id && <HeldSlotCard fieldState={fieldState} held={slot} />}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
