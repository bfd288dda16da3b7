'use client'

import { usePathname } from '@salama/ui/i18n/navigation.ts'
import { useSearchParams } from 'next/navigation'
import { useLocale } from 'next-intl'
import { useMemo } from 'react'
import { filterQuery, type QueueFilter, readFilter } from './filter.ts'

/** What of an entry is opened at once: the form of a decision, or the undo dialog. */
type Opening = { do?: string }

export const entryPath = (id: string | null, filter: QueueFilter, opening: Opening = {}) => {
  const query = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(filterQuery(filter))), ...opening })
  return `/review${id ? `/${id}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

/**
 * The state of the review page, all of it in the URL: the filter and the open entry. A change is a change of history
 * alone and not a navigation, because the list and its entries are loaded by the page; a reload renders the same.
 */
export function useDeskUrl() {
  const locale = useLocale()
  const pathname = usePathname()
  const params = useSearchParams()
  const filter = useMemo(() => readFilter(Object.fromEntries(params)), [params])
  const openId = /^\/review\/([0-9a-f-]{36})$/i.exec(pathname)?.[1]?.toLowerCase() ?? null
  const write = (how: 'pushState' | 'replaceState', path: string) => window.history[how](null, '', `/${locale}${path}`)
  return {
    filter,
    openId,
    action: params.get('do'),
    /** Opens an entry. From entry to entry the URL is replaced, so that Back leads to the list. */
    open: (id: string, opening?: Opening) =>
      write(openId ? 'replaceState' : 'pushState', entryPath(id, filter, opening)),
    close: () => write('replaceState', entryPath(null, filter)),
    narrow: (next: QueueFilter) => write('replaceState', entryPath(null, next)),
  }
}
