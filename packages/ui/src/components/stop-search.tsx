'use client'

import { Combobox } from '@base-ui/react/combobox'
import type { PointOfInterest } from '@salama/domain/network/contract'
import { Check, Search as Lens, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'

type Search = (q: string, signal: AbortSignal) => Promise<PointOfInterest[]>
type Found = { state: 'idle' | 'searching' | 'failed' } | { state: 'found'; stops: PointOfInterest[] }

/** Waits for a pause in the typing, then asks; an answer to an older question is dropped. */
function useSearch(q: string, search: Search): Found {
  const [found, setFound] = useState<Found>({ state: 'idle' })
  const ask = useEffectEvent(search)
  useEffect(() => {
    if (q.length < 2) {
      setFound({ state: 'idle' })
      return
    }
    const question = new AbortController()
    setFound((before) => (before.state === 'found' ? before : { state: 'searching' }))
    const timer = setTimeout(() => {
      ask(q, question.signal).then(
        (stops) => question.signal.aborted || setFound({ state: 'found', stops }),
        () => question.signal.aborted || setFound({ state: 'failed' }),
      )
    }, 200)
    return () => {
      question.abort()
      clearTimeout(timer)
    }
  }, [q])
  return found
}

/**
 * Finds a stage or landmark by name as it is typed. `search` asks for them; what is chosen goes to `onChange`. The list
 * opens in the page itself, under the input, because a phone's keyboard leaves no room for one that floats. What was
 * chosen is named in the input, and under it what tells it from others of its name; the list is asked for again by typing.
 */
export function StopSearch({
  label,
  hint,
  error,
  value,
  onChange,
  search,
  unanswered,
}: {
  label: string
  hint?: string
  error?: string | undefined
  value: PointOfInterest | null
  onChange: (stop: PointOfInterest | null) => void
  search: Search
  /** What else can be done while the search does not answer, in words. */
  unanswered?: string
}) {
  const t = useTranslations('stops')
  const id = useId()
  const [{ text, isChosen }, setTyped] = useState({ text: value?.name ?? '', isChosen: value !== null })
  const wanted = isChosen ? '' : text.trim()
  const found = useSearch(wanted, search)
  const stops = found.state === 'found' && wanted !== '' ? found.stops : []
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      <Combobox.Root
        items={stops}
        filter={null}
        autoHighlight
        inline
        open={stops.length > 0}
        value={value}
        onValueChange={(stop) => {
          setTyped({ text: stop?.name ?? '', isChosen: stop !== null })
          onChange(stop)
        }}
        inputValue={text}
        onInputValueChange={(typed, { reason }) => {
          if (reason === 'item-press' || reason === 'none') return // not by typing: it follows the choice
          setTyped({ text: typed, isChosen: false })
          if (value) onChange(null)
        }}
        itemToStringLabel={(stop: PointOfInterest) => stop.name}
        isItemEqualToValue={(a: PointOfInterest, b: PointOfInterest) => a.id === b.id}
      >
        <Combobox.InputGroup
          className={cx(
            'flex items-center rounded-control border-2 bg-raised focus-within:outline-3 focus-within:outline-ink',
            error ? 'border-danger' : 'border-edge',
          )}
        >
          <Icon
            as={found.state === 'searching' ? LoaderCircle : Lens}
            className={cx('ml-3 text-soft', found.state === 'searching' && 'animate-turn')}
          />
          <Combobox.Input
            id={id}
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="search"
            aria-expanded={stops.length > 0}
            aria-invalid={error ? true : undefined}
            aria-describedby={cx(hint && `${id}-hint`, value && `${id}-chosen`, error && `${id}-error`) || undefined}
            className="min-h-touch min-w-0 flex-1 bg-transparent px-3 text-base outline-none"
          />
          {text !== '' && (
            <Combobox.Clear aria-label={t('clear')} className="grid min-h-touch min-w-touch place-items-center">
              <Icon as={X} />
            </Combobox.Clear>
          )}
        </Combobox.InputGroup>
        <Combobox.Status className="text-soft">
          {found.state === 'searching' && t('searching')}
          {found.state === 'failed' && (unanswered ?? t('failed'))}
          {found.state === 'found' &&
            wanted !== '' &&
            (stops.length === 0 ? (
              t('none', { q: wanted })
            ) : (
              <span className="sr-only">{t('count', { count: stops.length })}</span>
            ))}
        </Combobox.Status>
        {stops.length > 0 && (
          <Combobox.List className="flex max-h-80 flex-col overflow-y-auto rounded-control border-2 border-edge bg-raised">
            {(stop: PointOfInterest) => (
              <Combobox.Item
                key={stop.id}
                value={stop}
                className="flex min-h-14 cursor-pointer flex-col justify-center border-b border-line px-3 py-2 leading-tight last:border-0 data-highlighted:bg-sunken data-highlighted:band-beside"
              >
                <span className="font-semibold">{stop.name}</span>
                <StopLine stop={stop} />
              </Combobox.Item>
            )}
          </Combobox.List>
        )}
      </Combobox.Root>
      {value && (
        <div id={`${id}-chosen`} className="flex items-start gap-1.5 text-ok">
          <Icon as={Check} className="mt-0.5" />
          <p className="min-w-0 leading-tight">
            <span className="block font-semibold">{t('chosen', { name: value.name })}</span>
            <StopLine stop={value} />
          </p>
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** What tells two stages of one name apart: the main road, and some routes. */
function StopLine({ stop }: { stop: PointOfInterest }) {
  const t = useTranslations('stops')
  const routes = stop.routes.length > 0 ? t('routes', { routes: stop.routes.join(', ') }) : undefined
  const line = [stop.corridor?.name, routes].filter(Boolean).join(' · ')
  return line === '' ? null : <span className="text-sm text-soft">{line}</span>
}
