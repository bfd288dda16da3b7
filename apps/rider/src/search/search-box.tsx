'use client'

import type { search } from '@salama/domain/search/contract'
import { CITY, MAX_SEARCH, searched } from '@salama/domain/shared'
import { call, problemIn } from '@salama/http/call'
import { canKeep, deviceStore } from '@salama/http/device-storage'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { TextInput, Tick } from '@salama/ui/components/controls.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import { formatPlate, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { Camera, History, RotateCw, Search, SearchX, Trash2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { TextLink } from '@/text-link.tsx'
import { type Hit, Hits, TopicList } from './hits.tsx'
import { readRecent, saveRecent, withRecent } from './recent.ts'
import { topicsOf } from './topics.ts'

/** One search box for everything. A plain form, with live results where JavaScript runs. */
export function SearchBox({ initial }: { initial: Found | null }) {
  const t = useTranslations('search')
  const hint = useTranslations('plateHint')
  const locale = useLocale()
  const [typed, setTyped] = useState(initial?.q ?? '')
  const q = searched(typed).slice(0, MAX_SEARCH)
  const { hits, problem, isFound, again } = useLiveSearch(q, initial)
  const topics = topicsOf(q, (category) => t(`terms.${category}`))
  const unknown = isFound ? unknownPlate(q, hits ?? []) : null
  const [recent, setRecent] = useState<readonly string[] | null>(null)
  const [isKept, setIsKept] = useState(true)
  useEffect(() => {
    setRecent(readRecent(deviceStore))
    setIsKept(canKeep())
    // After Back the page is restored as first rendered, but the URL has the current search.
    setTyped((before) => before || (new URLSearchParams(window.location.search).get('q') ?? ''))
  }, [])
  // Keeps the search in the URL, so that Back restores it.
  useEffect(() => {
    if (isFound) window.history.replaceState(null, '', `/${locale}/search?${new URLSearchParams({ q })}`)
  }, [isFound, q, locale])
  const keep = (changed: readonly string[] | null) => {
    setRecent(changed)
    setIsKept(saveRecent(deviceStore, changed))
  }
  const remember = () => recent && q !== '' && keep(withRecent(recent, q))
  return (
    <div className="flex flex-col gap-5">
      <search>
        <form action={`/${locale}/search`} onSubmit={remember} className="flex flex-col gap-2">
          <label htmlFor="q" className="font-semibold">
            {t('label')}
          </label>
          <div className="flex gap-2">
            <TextInput
              id="q"
              name="q"
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={MAX_SEARCH}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              aria-describedby="q-hint"
              className="min-h-14 min-w-0 flex-1 rounded-control border border-edge bg-raised px-3"
            />
            <Button type="submit" variant="main" aria-label={t('find')} className="min-w-[3.5rem]">
              <Icon as={Search} />
            </Button>
          </div>
        </form>
      </search>
      {problem && (
        <Notice tone="warn" announce="polite" title={t(`${problem}Title`)}>
          <p>{t(problem)}</p>
          <Button onClick={again}>
            <Icon as={RotateCw} />
            {t('again')}
          </Button>
        </Notice>
      )}
      <p role="status" className={q !== '' && !isFound && !problem ? 'text-soft' : 'sr-only'}>
        {q !== '' && !isFound && !problem && t('searching')}
        {q !== '' && isFound && t('count', { count: (hits?.length ?? 0) + topics.length })}
      </p>
      {unknown !== null && (
        <TextLink href={`/v/${plateKey(unknown)}`}>{t('unknownPlate', { plate: unknown })}</TextLink>
      )}
      {topics.length > 0 && <TopicList topics={topics} />}
      {q !== '' && isFound && hits?.length === 0 && topics.length === 0 && unknown === null && (
        <EmptyState icon={<Icon as={SearchX} />} title={t('noneTitle', { q })}>
          <p>
            {t('none')} {hint('digits')}
          </p>
        </EmptyState>
      )}
      {q !== '' && hits && hits.length > 0 && (
        <div aria-busy={!isFound} className={isFound ? '' : 'opacity-60'}>
          <Hits hits={hits} onOpen={remember} />
        </div>
      )}
      <div className="flex flex-col items-start gap-2">
        <p id="q-hint" className="text-sm text-soft">
          {t('hint', { from: CITY.examples.stops[0] ?? '', to: CITY.examples.stops[1] ?? '' })}
        </p>
        <LinkButton href="/v">
          <Icon as={Camera} />
          {t('scan')}
        </LinkButton>
      </div>
      {q === '' && (
        <>
          <Recent recent={recent} isKept={isKept} onChange={keep} onPick={setTyped} />
          <Teach />
        </>
      )}
    </div>
  )
}

/** Recent searches and the consent checkbox, which need a script. */
function Recent({
  recent,
  isKept,
  onChange,
  onPick,
}: {
  recent: readonly string[] | null
  /** False: this browser stores nothing. */
  isKept: boolean
  onChange: (recent: readonly string[] | null) => void
  onPick: (q: string) => void
}) {
  const t = useTranslations('search')
  return (
    <div data-needs-script className="flex flex-col items-start gap-2">
      {recent && recent.length > 0 && (
        <>
          <h2 className="font-semibold">{t('recent')}</h2>
          <ul className="w-full">
            {recent.map((q) => (
              <li key={q} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => onPick(q)}
                  className="flex min-h-touch w-full items-center gap-3 text-start font-semibold text-link"
                >
                  <Icon as={History} className="text-soft" />
                  {q}
                </button>
              </li>
            ))}
          </ul>
          <Button variant="quiet" onClick={() => onChange([])}>
            <Icon as={Trash2} />
            {t('forget')}
          </Button>
        </>
      )}
      <label className="inline-flex min-h-touch items-center gap-2">
        <Tick
          type="checkbox"
          checked={recent !== null}
          onChange={(event) => onChange(event.target.checked ? [] : null)}
          className="size-5 accent-body"
        />
        {t('keep')}
      </label>
      <p className="text-sm text-soft">{t(isKept ? 'keepHint' : 'notKept')}</p>
    </div>
  )
}

/** Example searches for an empty box. */
function Teach() {
  const t = useTranslations('search')
  return (
    <section aria-labelledby="examples" className="flex flex-col gap-2 border-t border-dashed border-line pt-5">
      <h2 id="examples" className="font-semibold">
        {t('teachTitle')}
      </h2>
      <p className="max-w-prose text-soft">{t('teach')}</p>
      <ul className="flex flex-wrap gap-x-6">
        {CITY.examples.search.map((q) => (
          <li key={q}>
            <TextLink href={{ pathname: '/search', query: { q } }} prefetch={false}>
              {q}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A whole plate that is none of the hits has a page all the same. */
const unknownPlate = (q: string, hits: readonly Hit[]) =>
  looksLikePlate(q) && !hits.some(({ title }) => title === formatPlate(q)) ? formatPlate(q) : null

type Found = { q: string; hits: readonly Hit[] }
type Problem = 'offline' | 'failed' | 'often'

const DEBOUNCE_MS = 250

/** The hits while typing, starting from the server-rendered ones; and the error of a failed search. */
function useLiveSearch(q: string, initial: Found | null) {
  const { found, failure, isCurrent, retry } = useDebouncedSearch(q, find, {
    initial: initial && { q: initial.q, result: initial.hits },
    debounceMs: DEBOUNCE_MS,
  })
  return { hits: found?.result ?? null, problem: failure && troubleOf(failure.cause), isFound: isCurrent, again: retry }
}

const find = async (q: string, signal: AbortSignal): Promise<readonly Hit[]> =>
  (await call<typeof search>('GET /api/search', { query: { q }, signal })).data

function troubleOf(cause: unknown): Problem {
  const { code } = problemIn(cause)
  if (code === 'network') return navigator.onLine ? 'failed' : 'offline'
  return code === 'rate_limited' ? 'often' : 'failed'
}
