'use client'

import type { PointOfInterest } from '@salama/domain/network/contract'
import { searched } from '@salama/domain/shared'
import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ComboboxField } from './combobox.tsx'
import { Icon } from './icon.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

const MIN_QUERY_LENGTH = 2

/**
 * Searches stages and landmarks by name while typing. `search` fetches them; the choice goes to `onChange`. The input
 * shows the name of the chosen one, and below it what distinguishes it from others of that name; typing searches again.
 */
export function StageSearch({
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
  search: (q: string, signal: AbortSignal) => Promise<PointOfInterest[]>
  /** The alternatives while the search is unavailable, as text. */
  unanswered?: string
}) {
  const t = useTranslations('stops')
  const id = useId()
  const [{ text, isChosen }, setTyped] = useState({ text: value?.name ?? '', isChosen: value !== null })
  const typed = isChosen ? '' : searched(text)
  const wanted = typed.length < MIN_QUERY_LENGTH ? '' : typed
  const { found, failure, isCurrent } = useDebouncedSearch(wanted, search)
  const stops = wanted !== '' && failure === null ? (found?.result ?? []) : []
  const isSearching = wanted !== '' && failure === null && !isCurrent && stops.length === 0
  return (
    <ComboboxField
      label={label}
      hint={hint}
      error={error}
      options={stops}
      value={value}
      onChoose={(stop) => {
        setTyped({ text: stop?.name ?? '', isChosen: stop !== null })
        onChange(stop)
      }}
      text={text}
      onText={(next, reason) => {
        if (reason === 'item-press' || reason === 'none') return // not typed: set by the choice
        setTyped({ text: next, isChosen: false })
        if (value) onChange(null)
      }}
      lineOf={(stop) => <StopLine stop={stop} />}
      isBusy={isSearching}
      status={
        <>
          {isSearching && t('searching')}
          {failure !== null && (unanswered ?? t('failed'))}
          {wanted !== '' && isCurrent && stops.length === 0 && t('none', { q: wanted })}
          {stops.length > 0 && <span className="sr-only">{t('count', { count: stops.length })}</span>}
        </>
      }
      clear={t('clear')}
      describedBy={value && `${id}-chosen`}
      input={{ autoCapitalize: 'words', enterKeyHint: 'search' }}
    >
      {value && (
        <div id={`${id}-chosen`} className="flex items-start gap-1.5 text-ok">
          <Icon as={Check} className="mt-0.5" />
          <p className="min-w-0 leading-tight">
            <span className="block font-semibold">{t('chosen', { name: value.name })}</span>
            <StopLine stop={value} />
          </p>
        </div>
      )}
    </ComboboxField>
  )
}

/** Distinguishes stages of the same name: the main road, the part of the city, and some routes. */
function StopLine({ stop }: { stop: PointOfInterest }) {
  const t = useTranslations('stops')
  const routes = stop.routes.length > 0 ? t('routes', { routes: stop.routes.join(', ') }) : undefined
  const line = [stop.corridor?.name, stop.area, routes].filter(Boolean).join(' · ')
  return line === '' ? null : <span className="text-sm text-soft">{line}</span>
}
