'use client'

import { Combobox } from '@base-ui/react/combobox'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleAlert, Search as Lens, Plus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Choice } from '@/desk/draft.ts'
import { LEAST_NAME } from './draft.ts'
import type { Hit } from './find.ts'

/**
 * Chooses one or several of what this phone keeps, by any name. `onOwn` takes what was typed where the list does not have
 * it. What is chosen stands above as buttons that take it away. What is typed belongs to the draft, as everything else
 * that is written.
 */
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
}: {
  label: string
  hint: string
  error: string | undefined
  /** What is chosen was not chosen here: it is that of the vehicle before. */
  carried: boolean
  chosen: readonly Choice[]
  typed: string
  find: (typed: string) => Hit[]
  onType: (typed: string) => void
  /** What was chosen or taken as it is written; the box is empty again then. */
  onAdd: (choice: Choice) => void
  onRemove: (choice: Choice) => void
  onOwn?: (name: string) => void
}) {
  const t = useTranslations('collect')
  const id = useId()
  const hits = find(typed).filter((hit) => !chosen.some((each) => each.id === hit.id))
  const own = typed.trim()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-soft">
        {hint}
      </p>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((choice) => (
            <li key={choice.id ?? choice.name}>
              <button
                type="button"
                aria-label={t('takeAway', { name: choice.name })}
                onClick={() => onRemove(choice)}
                className="inline-flex min-h-touch items-center gap-2 rounded-control border-2 border-ink bg-raised px-3 text-left font-semibold"
              >
                {choice.name}
                <Icon as={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {carried && chosen.length > 0 && (
        <p id={`${id}-carried`} className="font-semibold text-warn">
          {t('carried')}
        </p>
      )}
      <Combobox.Root
        items={hits}
        filter={null}
        autoHighlight
        inline
        open={hits.length > 0}
        value={null}
        onValueChange={(hit: Hit | null) => hit && onAdd({ id: hit.id, name: hit.name })}
        inputValue={typed}
        // It also empties the box by itself, when its list closes: only what the person typed counts.
        onInputValueChange={(text, { reason }) => reason === 'input-change' && onType(text)}
        itemToStringLabel={(hit: Hit) => hit.name}
      >
        <Combobox.InputGroup
          className={`flex items-center rounded-control border-2 bg-raised ${error ? 'border-danger' : 'border-edge'} focus-within:outline-3 focus-within:outline-ink`}
        >
          <Icon as={Lens} className="ml-3 text-soft" />
          <Combobox.Input
            id={id}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={120}
            aria-expanded={hits.length > 0}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint${carried ? ` ${id}-carried` : ''}${error ? ` ${id}-error` : ''}`}
            className="min-h-touch min-w-0 flex-1 bg-transparent px-3 text-base outline-none"
          />
        </Combobox.InputGroup>
        <p
          id={`${id}-error`}
          aria-live="polite"
          className={error ? 'flex items-start gap-1.5 font-semibold text-danger' : 'sr-only'}
        >
          {error && <Icon as={CircleAlert} className="mt-0.5" />}
          {error}
        </p>
        <Combobox.Status className="sr-only">{own !== '' && t('found', { count: hits.length })}</Combobox.Status>
        {hits.length > 0 && (
          <Combobox.List className="flex flex-col rounded-control border-2 border-edge bg-raised">
            {(hit: Hit) => (
              <Combobox.Item
                key={hit.id}
                value={hit}
                className="flex min-h-14 cursor-pointer flex-col justify-center border-b border-line px-3 py-2 leading-tight last:border-0 data-highlighted:bg-sunken data-highlighted:band-beside"
              >
                <span className="font-semibold">{hit.name}</span>
                {hit.hint && <span className="text-sm text-soft">{hit.hint}</span>}
              </Combobox.Item>
            )}
          </Combobox.List>
        )}
      </Combobox.Root>
      {onOwn && own.length >= LEAST_NAME && (
        <button
          type="button"
          onClick={() => onOwn(own)}
          className="inline-flex min-h-touch items-center gap-2 self-start text-left font-semibold text-link underline"
        >
          <Icon as={Plus} />
          {t('takeName', { name: own })}
        </button>
      )}
    </div>
  )
}
