import { CATEGORY_CODES, MAX_COUNTED, REVIEW_KINDS, REVIEW_SORTS } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Select, TextInput } from '@salama/ui/components/controls.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ListFilter, RotateCw, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { FLAGS, type QueueFilter, STATES } from './filter.ts'
import { LineSelect, On, Tab } from './filter-line.tsx'
import { SavedViews } from './saved-views.tsx'
import { Key } from './shortcuts.tsx'
import type { useQueue } from './use-queue.ts'

/** How long after the last key a search begins. */
const TYPING_MS = 250

type Props = {
  filter: QueueFilter
  queue: ReturnType<typeof useQueue>
  /** Whether the title of the list is that of the page. */
  isHeading: boolean
  isMore: boolean
  onMore: (open: boolean) => void
  onChange: (filter: QueueFilter) => void
  /** At the end of the line. */
  children: ReactNode
}

/** What narrows the list. A list in another order is as long as before. */
export const isNarrowed = ({ sort, ...rest }: QueueFilter) => Object.keys(rest).length > 0

/** The filters of the queue in one line, and how much it has. Each applies at once and is part of the URL. */
export function QueueFilters({ filter, queue, isHeading, isMore, onMore, onChange, children }: Props) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  const { shortDay } = useTimes()
  const set = (change: { [Name in keyof QueueFilter]?: QueueFilter[Name] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value)))
  const waiting = queue.newest?.waiting ?? []
  const overdue = waiting.reduce((sum, each) => sum + each.overdue, 0)
  const open = waiting.reduce((sum, each) => sum + each.open, 0)
  const Title = isHeading ? 'h1' : 'h2'
  const flags = FLAGS.filter((flag) => flag !== 'overdue')
  return (
    <search
      aria-label={t('filter')}
      className="relative flex items-center gap-1 overflow-x-auto border-line bg-paper max-lg:-mx-4 max-lg:px-4 lg:sticky lg:top-(--bar) lg:z-10 lg:-mx-6 lg:h-11 lg:border-b lg:px-4 lg:text-sm"
    >
      <Title className="sr-only">{t('title')}</Title>
      <Tab isOn={!filter.kind} onPress={() => set({ kind: undefined })} count={open}>
        {t('allKinds')}
      </Tab>
      {REVIEW_KINDS.map((kind) => (
        <Tab
          key={kind}
          isOn={filter.kind === kind}
          onPress={() => set({ kind: filter.kind === kind ? undefined : kind })}
          count={waiting.find((each) => each.kind === kind)?.open ?? 0}
        >
          {t(`kinds.${kind}`)}
        </Tab>
      ))}
      <Tab
        isOn={filter.overdue === 'true'}
        onPress={() => set({ overdue: filter.overdue ? undefined : 'true' })}
        count={overdue}
        isBad={overdue > 0}
      >
        {t('flagFilter.overdue')}
      </Tab>
      <LineSelect
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
      </LineSelect>
      {filter.category && <On onClear={() => set({ category: undefined })}>{category(filter.category)}</On>}
      {flags.map(
        (flag) =>
          filter[flag] && (
            <On key={flag} onClear={() => set({ [flag]: undefined })}>
              {t(`flagFilter.${flag}`)}
            </On>
          ),
      )}
      {filter.q && <On onClear={() => set({ q: undefined })}>“{filter.q}”</On>}
      {(filter.from || filter.to) && (
        <On onClear={() => set({ from: undefined, to: undefined })}>
          {[filter.from, filter.to].map((day) => (day ? shortDay(day) : '…')).join('–')}
        </On>
      )}
      {filter.targetS && (
        <On onClear={() => set({ targetS: undefined })}>{t('inClass', { hours: Number(filter.targetS) / 3600 })}</On>
      )}
      {filter.late && <On onClear={() => set({ late: undefined })}>{t('decidedLate')}</On>}
      {filter.surveyorId && <On onClear={() => set({ surveyorId: undefined })}>{t('oneSurveyor')}</On>}
      <Button variant="quiet" onClick={() => onMore(true)} className="shrink-0 text-sm lg:min-h-9 lg:px-2 lg:py-0">
        <Icon as={ListFilter} />
        {t('moreFilters')}
        <Key name="f" />
      </Button>
      <Sheet title={t('filter')} open={isMore} onClose={() => onMore(false)}>
        <SearchField value={filter.q ?? ''} onChange={(q) => set({ q: q || undefined })} onDone={() => onMore(false)} />
        <div className="flex flex-wrap gap-1.5">
          {flags.map((flag) => (
            <button
              key={flag}
              type="button"
              aria-pressed={filter[flag] === 'true'}
              onClick={() => set({ [flag]: filter[flag] ? undefined : 'true' })}
              className="chip text-sm"
            >
              {t(`flagFilter.${flag}`)}
            </button>
          ))}
        </div>
        <Select
          aria-label={t('filterCategory')}
          value={filter.category ?? ''}
          onChange={({ currentTarget: { value } }) => set({ category: CATEGORY_CODES.find((code) => code === value) })}
          className="min-h-touch rounded-control border border-edge bg-raised px-2 text-base"
        >
          <option value="">{t('allCategories')}</option>
          {CATEGORY_CODES.map((value) => (
            <option key={value} value={value}>
              {category(value)}
            </option>
          ))}
        </Select>
        {isNarrowed(filter) && (
          <Button
            variant="quiet"
            onClick={() => onChange(filter.sort ? { sort: filter.sort } : {})}
            className="self-start"
          >
            <Icon as={X} />
            {t('clearFilters')}
          </Button>
        )}
        <SavedViews filter={filter} onChoose={onChange} />
      </Sheet>
      <Amount filter={filter} queue={queue} open={open} overdue={overdue} />
      <LineSelect
        label={t('sort')}
        value={filter.sort ?? 'due'}
        onChange={(value) => set({ sort: REVIEW_SORTS.find((known) => known === value && known !== 'due') })}
      >
        {REVIEW_SORTS.map((value) => (
          <option key={value} value={value}>
            {t(`sorts.${value}`)}
          </option>
        ))}
      </LineSelect>
      <Button
        variant="quiet"
        onClick={() => void queue.refetch()}
        disabled={queue.isFetching}
        aria-label={t('refresh')}
        className="shrink-0 lg:min-h-9 lg:px-2 lg:py-0"
      >
        <Icon as={RotateCw} />
      </Button>
      {children}
    </search>
  )
}

/** How many are open, or fit the filters. If the line is too long, this gives way. */
function Amount({ filter, queue, open, overdue }: Pick<Props, 'filter' | 'queue'> & { open: number; overdue: number }) {
  const t = useTranslations('review')
  const { clock } = useTimes()
  const { newest } = queue
  const matching = newest?.matching ?? null
  const isWhole = !isNarrowed(filter)
  return (
    <p className="ms-auto min-w-0 truncate max-lg:min-w-fit">
      {isWhole && <strong>{t('waiting', { count: open })}</strong>}
      {isWhole && overdue > 0 && <strong className="text-danger"> {t('overdueCount', { count: overdue })}</strong>}
      {!isWhole && matching !== null && (
        <strong>{matching > MAX_COUNTED ? t('matchingMany') : t('matching', { count: matching })}</strong>
      )}{' '}
      <span role="status" className="text-soft">
        {queue.isFetching && !queue.isFetchingNextPage
          ? t('reading')
          : newest && t('asOf', { time: clock(newest.asOf) })}
      </span>
    </p>
  )
}

/** A search that applies while typing. `/` focuses it. */
function SearchField({
  value,
  onChange,
  onDone,
}: {
  value: string
  onChange: (q: string) => void
  onDone: () => void
}) {
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
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {t('search')}
      </label>
      <TextInput
        id={id}
        type="search"
        maxLength={80}
        placeholder={t('searchHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onDone()}
        className="min-h-touch w-full rounded-control border border-edge bg-raised px-2 text-base"
      />
    </div>
  )
}
