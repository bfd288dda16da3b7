import { VEHICLE_FACTS } from '@salama/domain/shared'
import { ComboboxField } from '@salama/ui/components/combobox.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useRef, useState } from 'react'
import type { Choice } from '@/field-state/draft.ts'
import type { Hit } from './find.ts'

/** Selects saved options by any name; a chosen one is a button that removes it. `onOwn` accepts other typed text. */
export function ChoiceField({
  label,
  hint,
  error,
  carried,
  chosen,
  typed,
  find,
  onType,
  onAdd,
  onRemove,
  onOwn,
  addLabel,
}: {
  label: string
  hint: string | undefined
  error: string | undefined
  /** The selection was carried over from the previous vehicle. */
  carried: boolean
  chosen: readonly Choice[]
  typed: string
  find: (typed: string) => Hit[]
  onType: (typed: string) => void
  /** Called after an option was selected or typed text accepted; the box is then empty again. */
  onAdd: (choice: Choice) => void
  onRemove: (choice: Choice) => void
  onOwn?: (name: string) => void
  /** The label of the button for a further option; without it one is enough. */
  addLabel?: string
}) {
  const t = useTranslations('collect')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const hits = find(typed).filter((hit) => !chosen.some((each) => each.id === hit.id))
  const own = typed.trim()
  const canAdd = addLabel !== undefined
  const chips = chosen.length > 0 && (
    <ul className="flex flex-wrap gap-2">
      {chosen.map((choice) => (
        <li key={choice.id ?? choice.name} className="max-w-full">
          <button
            type="button"
            aria-label={t('takeAway', { name: choice.name })}
            onClick={() => onRemove(choice)}
            className="chip"
          >
            <span className="truncate">{choice.name}</span>
            <Icon as={X} />
          </button>
        </li>
      ))}
    </ul>
  )
  const note = carried && chosen.length > 0 && (
    <p id={`${id}-carried`} className="text-sm font-semibold text-warn">
      {t('carried')}
    </p>
  )
  // With a choice the search box is one press away, so that the whole form fits on a phone.
  if (chosen.length > 0 && !isOpen && typed === '' && !error)
    return (
      <fieldset className="flex flex-col gap-1" aria-describedby={note ? `${id}-carried` : undefined}>
        <legend className="sr-only">{label}</legend>
        <div className="flex flex-wrap items-center justify-between gap-x-3" aria-hidden="true">
          <span className="font-semibold">{label}</span>
          {note}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {chips}
          {canAdd && (
            <button
              type="button"
              onClick={() => {
                setOpen(true)
                requestAnimationFrame(() => field.current?.querySelector('input')?.focus())
              }}
              className="touch-link min-w-touch justify-center gap-1 font-semibold"
            >
              <Icon as={Plus} />
              {addLabel}
            </button>
          )}
        </div>
      </fieldset>
    )
  return (
    <div ref={field}>
      <ComboboxField
        label={label}
        hint={hint}
        error={error}
        options={hits}
        onChoose={(hit) => {
          if (!hit) return
          setOpen(false)
          onAdd({ id: hit.id, name: hit.name })
        }}
        text={typed}
        // The combobox also clears its text when its list closes: only what the person typed counts.
        onText={(text, reason) => reason === 'input-change' && onType(text)}
        lineOf={(hit) => hit.hint && <span className="text-sm text-soft">{hit.hint}</span>}
        status={<span className="sr-only">{own !== '' && t('found', { count: hits.length })}</span>}
        describedBy={carried && `${id}-carried`}
        input={{ enterKeyHint: 'search', maxLength: 120 }}
        above={
          <>
            {chips}
            {note}
          </>
        }
      >
        {onOwn && own.length >= VEHICLE_FACTS.sacco.least && (
          <button
            type="button"
            onClick={() => onOwn(own)}
            className="touch-link gap-2 self-start text-start font-semibold"
          >
            <Icon as={Plus} />
            {t('takeName', { name: own })}
          </button>
        )}
      </ComboboxField>
    </div>
  )
}
