import { usePathname } from '@salama/ui/i18n/navigation.ts'
import { useSearchParams } from 'next/navigation'
import { useLocale } from 'next-intl'
import { startTransition, useMemo, useOptimistic } from 'react'
import { filterQuery, type QueueFilter, readFilter } from './filter.ts'

/** What of an entry is opened at once: the form of a decision, or the undo dialog. */
type Opening = { do?: string }

export const entryPath = (id: string | null, filter: QueueFilter, opening: Opening = {}) => {
  const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(filterQuery(filter))), ...opening })
  return `/review${id ? `/${id}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

/**
 * The review page's state, all in the URL: the filter and the open entry. A change is one of history alone, for the
 * page loads its own lists. Next renders that after everything more urgent; the page shows it at once.
 */
export function useDeskUrl() {
  const locale = useLocale()
  const pathname = usePathname()
  const params = useSearchParams()
  const [path, showPath] = useOptimistic(`${pathname}?${params}`)
  const [where = '', search = ''] = path.split('?')
  const query = useMemo(() => new URLSearchParams(search), [search])
  const filter = useMemo(() => readFilter(Object.fromEntries(query)), [query])
  const openId = /^\/review\/([0-9a-f-]{36})$/i.exec(where)?.[1]?.toLowerCase() ?? null
  const write = (how: 'pushState' | 'replaceState', next: string) =>
    startTransition(() => {
      showPath(next)
      window.history[how](null, '', `/${locale}${next}`)
    })
  return {
    filter,
    openId,
    action: query.get('do'),
    /** Opens an entry. From entry to entry the URL is replaced, so that Back leads to the list. */
    open: (id: string, opening?: Opening) =>
      write(openId ? 'replaceState' : 'pushState', entryPath(id, filter, opening)),
    /** Goes to a path of this page, as `entryPath` makes it. */
    goTo: (path: string) => write('pushState', path),
    close: () => write('replaceState', entryPath(null, filter)),
    narrow: (next: QueueFilter) => write('replaceState', entryPath(null, next)),
  }
}
