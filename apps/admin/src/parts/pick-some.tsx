import { searched } from '@salama/domain/shared'
import { ComboboxField } from '@salama/ui/components/combobox.tsx'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { RemovableItem } from './icon-button.tsx'

/** An option with an id and a name. */
export type Named = { id: string; name: string }

/** Searches options by name and selects up to `max`; with one, a new selection replaces the old one. */
export function PickSome({
  label,
  find,
  max,
  picked,
  error,
  onChange,
}: {
  label: string
  find: (q: string, signal: AbortSignal) => Promise<readonly Named[]>
  max: number
  picked: readonly Named[]
  error?: string | undefined
  onChange: (picked: readonly Named[]) => void
}) {
  const t = useTranslations('parts')
  const [text, setText] = useState('')
  const q = searched(text)
  const { found, failure, isCurrent } = useDebouncedSearch(q, find)
  const things = q !== '' && isCurrent && failure === null ? (found?.result ?? []) : []
  const choose = (thing: Named | null) => {
    if (!thing) return
    const others = picked.filter((each) => each.id !== thing.id)
    onChange(max === 1 ? [thing] : [...others, thing].slice(0, max))
    setText('')
  }
  return (
    <ComboboxField
      label={label}
      error={error}
      options={things}
      onChoose={choose}
      text={text}
      onText={(next, reason) => reason !== 'item-press' && setText(next)}
      isBusy={q !== '' && !isCurrent && failure === null}
      status={
        <>
          {failure !== null && t('searchFailed')}
          {q !== '' && isCurrent && failure === null && t('found', { count: things.length })}
        </>
      }
      above={
        picked.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {picked.map((thing) => (
              <RemovableItem
                key={thing.id}
                name={thing.name}
                label={t('takeOut', { name: thing.name })}
                onClick={() => onChange(picked.filter((each) => each.id !== thing.id))}
              />
            ))}
          </ul>
        )
      }
    />
  )
}
