import { FailedState } from '@salama/ui/components/list-state.tsx'
import type { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useEffect, useState } from 'react'

type Shown = { state: 'loading' | 'failed' } | { state: 'here'; Search: typeof StageSearch }

const load = async () => (await import('@salama/ui/components/stage-search.tsx')).StageSearch

/** Preloads the search's scripts during the first step: a sixth of the page's, and first needed in the second. */
export function usePreloadedStageSearch() {
  useEffect(() => {
    load().catch(() => null) // loaded again where the search is shown
  }, [])
}

/** The stage search, once its scripts are loaded. Without them the phone's location can still be used. */
export function LazyStageSearch(props: ComponentProps<typeof StageSearch>) {
  const t = useTranslations('stops')
  const [shown, setShown] = useState<Shown>({ state: 'loading' })
  const waits = shown.state === 'loading'
  useEffect(() => {
    if (!waits) return
    load().then(
      (Search) => setShown({ state: 'here', Search }),
      () => setShown({ state: 'failed' }),
    )
  }, [waits])
  if (shown.state === 'here') return <shown.Search {...props} />
  if (shown.state === 'failed')
    return <FailedState title={t('failed')} onRetry={() => setShown({ state: 'loading' })} />
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">{props.label}</p>
      <p className="text-sm text-soft">{props.hint}</p>
      <div aria-hidden="true" className="min-h-touch rounded-control bg-sunken" />
    </div>
  )
}
