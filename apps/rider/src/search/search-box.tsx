'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Camera, RotateCw, Search, SearchX } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Hits } from './hits.tsx'
import { keepRecent, readRecent, withRecent } from './recent.ts'
import { Recent } from './recent-searches.tsx'
import { Teach } from './teach.tsx'
import { type Found, useLiveSearch } from './use-live-search.ts'

/** One box for everything with a name. A plain form that finds while one types where a script runs. */
export function SearchBox({ initial }: { initial: Found | null }) {
  const t = useTranslations('search')
  const locale = useLocale()
  const [typed, setTyped] = useState(initial?.q ?? '')
  const q = typed.trim().slice(0, 100)
  const { found, trouble, isFound, again } = useLiveSearch(q, initial)
  const [recent, setRecent] = useState<readonly string[] | null>(null)
  useEffect(() => {
    setRecent(readRecent(localStorage))
    // Back from a result the page comes as it was first made, but the address holds what was looked for.
    setTyped((before) => before || (new URLSearchParams(window.location.search).get('q') ?? ''))
  }, [])
  // So that coming back from a result finds the search as it was left.
  useEffect(() => {
    if (isFound) window.history.replaceState(null, '', `/${locale}/search?${new URLSearchParams({ q })}`)
  }, [isFound, q, locale])
  const keep = (changed: readonly string[] | null) => {
    setRecent(changed)
    keepRecent(localStorage, changed)
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
            <input
              id="q"
              name="q"
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={100}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              aria-describedby="q-hint"
              className="min-h-14 min-w-0 flex-1 rounded-control border-2 border-edge bg-raised px-3 text-lg"
            />
            <Button type="submit" look="main" aria-label={t('find')} className="min-w-14">
              <Icon as={Search} />
            </Button>
          </div>
          <p id="q-hint" className="text-sm text-soft">
            {t('hint')}
          </p>
          <LinkButton href="/v" className="self-start">
            <Icon as={Camera} />
            {t('scan')}
          </LinkButton>
        </form>
      </search>
      {trouble && (
        <Notice tone="warn" says="soon" title={t(`${trouble}Title`)}>
          <p>{t(trouble)}</p>
          <Button onClick={again}>
            <Icon as={RotateCw} />
            {t('again')}
          </Button>
        </Notice>
      )}
      <p role="status" className={q !== '' && !isFound && !trouble ? 'text-soft' : 'sr-only'}>
        {q !== '' && !isFound && !trouble && t('searching')}
        {q !== '' && isFound && t('count', { count: found?.hits.length ?? 0 })}
      </p>
      {q !== '' && isFound && found && found.hits.length === 0 && (
        <EmptyState icon={<Icon as={SearchX} />} title={t('noneTitle', { q })}>
          <p>{t('none')}</p>
        </EmptyState>
      )}
      {q !== '' && found && found.hits.length > 0 && (
        <div aria-busy={!isFound} className={isFound ? '' : 'opacity-60'}>
          <Hits hits={found.hits} onOpen={remember} />
        </div>
      )}
      {q === '' && (
        <>
          <Recent recent={recent} onChange={keep} onPick={setTyped} />
          <Teach />
        </>
      )}
    </div>
  )
}
