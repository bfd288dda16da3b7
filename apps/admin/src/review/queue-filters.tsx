import { CATEGORY_CODES, REVIEW_KINDS } from '@salama/domain/shared'
import { Select, TextInput } from '@salama/ui/components/controls.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Search, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { FLAGS, type QueueFilter, STATES } from './filter.ts'
import { SavedViews } from './saved-views.tsx'
import type { QueuePage } from './use-queue.ts'

/** How long after the last key a search begins. */
const TYPING_MS = 250

type Props = {
  filter: QueueFilter
  waiting: QueuePage['waiting']
  onChange: (filter: QueueFilter) => void
}

/** The filters of the queue. Each applies at once and is part of the URL. */
export function QueueFilters({ filter, waiting, onChange }: Props) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const set = (change: { [Name in keyof QueueFilter]?: QueueFilter[Name] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value)))
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <search aria-label={t('filter')} className="flex flex-col gap-2 pb-2">
      <SearchField value={filter.q ?? ''} onChange={(q) => set({ q: q || undefined })} />
      <div className="-mx-4 flex gap-1.5 overflow-x-auto px-4 lg:mx-0 lg:flex-wrap lg:px-0">
        {REVIEW_KINDS.map((kind) => (
          <Chip
            key={kind}
            isOn={filter.kind === kind}
            onPress={() => set({ kind: filter.kind === kind ? undefined : kind })}
          >
            {t(`kind.${kind}`)}
            <span className="font-normal">{waiting.find((each) => each.kind === kind)?.open ?? 0}</span>
          </Chip>
        ))}
        {FLAGS.map((flag) => (
          <Chip
            key={flag}
            isOn={filter[flag] === 'true'}
            onPress={() => set({ [flag]: filter[flag] ? undefined : 'true' })}
          >
            {t(`flagFilter.${flag}`)}
          </Chip>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label={t('filterState')}
          value={filter.state ?? ''}
          onChange={(state) => set({ state: STATES.find((known) => known === state) })}
        >
          <option value="">{t('state.open')}</option>
          {STATES.filter((value) => value !== 'open').map((value) => (
            <option key={value} value={value}>
              {t(`state.${value}`)}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label={t('filterCategory')}
          value={filter.category ?? ''}
          onChange={(value) => set({ category: CATEGORY_CODES.find((code) => code === value) })}
        >
          <option value="">{t('allCategories')}</option>
          {CATEGORY_CODES.map((value) => (
            <option key={value} value={value}>
              {category(value)}
            </option>
          ))}
        </FilterSelect>
        {isNarrowed && (
          <button type="button" onClick={() => onChange({})} className="touch-link gap-1 px-1 font-semibold">
            <Icon as={X} />
            {t('clearFilters')}
          </button>
        )}
      </div>
      <SavedViews filter={filter} onChoose={onChange} />
    </search>
  )
}

/** A search that applies while typing. `/` focuses it. */
function SearchField({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const t = useTranslations('review')
  const id = useId()
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  // The filter was changed elsewhere: by a saved view, by Back, by clearing.
  if (applied !== value) {
    setApplied(value)
    setText(value)
  }
  useEffect(() => {
    const q = text.trim().length < 2 ? '' : text.trim()
    if (q === applied) return
    const timer = setTimeout(() => {
      setApplied(q)
      onChange(q)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <Icon as={Search} className="pointer-events-none absolute top-1/2 start-2.5 -translate-y-1/2 text-soft" />
      <TextInput
        id={id}
        data-queue-search
        type="search"
        maxLength={80}
        placeholder={t('searchHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="min-h-touch w-full rounded-control border border-edge bg-raised pe-2 ps-9 text-base"
      />
    </div>
  )
}

/** A filter that is on or off. */
function Chip({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress} className="chip shrink-0 text-sm whitespace-nowrap">
      {children}
    </button>
  )
}

function FilterSelect({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="min-h-touch max-w-[calc(50%-0.25rem)] rounded-control border border-edge bg-raised px-2 text-base"
    >
      {children}
    </Select>
  )
}
