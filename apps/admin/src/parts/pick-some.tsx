'use client'

import { Combobox } from '@base-ui/react/combobox'
import { cx } from '@salama/ui/components/cx.ts'
import { FieldError } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LoaderCircle, Search, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useId, useState } from 'react'

/** Something that has a name and can be chosen. */
export type Named = { id: string; name: string }

type Find = (q: string, signal: AbortSignal) => Promise<readonly Named[]>

/** Asks as somebody types, after a pause; an answer to an older question is dropped. Null while nothing is asked. */
function useFound(q: string, find: Find): { state: 'idle' | 'asking' | 'failed'; things: readonly Named[] } {
  const [found, setFound] = useState<{ q: string; things: readonly Named[] | null }>({ q: '', things: [] })
  const ask = useEffectEvent(find)
  useEffect(() => {
    if (q === '') return
    const question = new AbortController()
    const settle = (things: readonly Named[] | null) => question.signal.aborted || setFound({ q, things })
    const timer = setTimeout(() => ask(q, question.signal).then(settle, () => settle(null)), 200)
    return () => {
      question.abort()
      clearTimeout(timer)
    }
  }, [q])
  if (q === '') return { state: 'idle', things: [] }
  if (found.q !== q) return { state: 'asking', things: [] }
  return found.things === null ? { state: 'failed', things: [] } : { state: 'idle', things: found.things }
}

/** Finds things by name and keeps those that were chosen, up to `most`; with one, choosing another takes its place. */
export function PickSome({
  label,
  find,
  most,
  picked,
  error,
  onChange,
}: {
  label: string
  find: Find
  most: number
  picked: readonly Named[]
  error?: string | undefined
  onChange: (picked: readonly Named[]) => void
}) {
  const t = useTranslations('parts')
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { state, things } = useFound(q, find)
  const choose = (thing: Named | null) => {
    if (!thing) return
    const others = picked.filter((each) => each.id !== thing.id)
    onChange(most === 1 ? [thing] : [...others, thing].slice(0, most))
    setTyped('')
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {picked.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {picked.map((thing) => (
            <li key={thing.id} className="inline-flex items-center rounded-control border-2 border-edge pl-3">
              {thing.name}
              <button
                type="button"
                aria-label={t('takeOut', { name: thing.name })}
                onClick={() => onChange(picked.filter((each) => each.id !== thing.id))}
                className="grid min-h-touch min-w-touch place-items-center"
              >
                <Icon as={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox.Root
        items={things}
        filter={null}
        autoHighlight
        inline
        open={things.length > 0}
        value={null}
        onValueChange={choose}
        inputValue={typed}
        onInputValueChange={(text, { reason }) => reason !== 'item-press' && setTyped(text)}
        itemToStringLabel={(thing: Named) => thing.name}
      >
        <Combobox.InputGroup
          className={cx(
            'flex items-center rounded-control border-2 bg-raised focus-within:outline-3 focus-within:outline-ink',
            error ? 'border-danger' : 'border-edge',
          )}
        >
          <Icon
            as={state === 'asking' ? LoaderCircle : Search}
            className={cx('ml-3 text-soft', state === 'asking' && 'animate-turn')}
          />
          <Combobox.Input
            id={id}
            autoComplete="off"
            aria-expanded={things.length > 0}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${id}-error`}
            className="min-h-touch min-w-0 flex-1 bg-transparent px-3 text-base outline-none"
          />
        </Combobox.InputGroup>
        <Combobox.Status className="text-sm text-soft">
          {state === 'failed' && t('searchFailed')}
          {q !== '' && state === 'idle' && t('found', { count: things.length })}
        </Combobox.Status>
        {things.length > 0 && (
          <Combobox.List className="flex max-h-72 flex-col overflow-y-auto rounded-control border-2 border-edge bg-raised">
            {(thing: Named) => (
              <Combobox.Item
                key={thing.id}
                value={thing}
                className="flex min-h-touch cursor-pointer items-center border-b border-line px-3 leading-tight last:border-0 data-highlighted:bg-sunken data-highlighted:band-beside"
              >
                {thing.name}
              </Combobox.Item>
            )}
          </Combobox.List>
        )}
      </Combobox.Root>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
