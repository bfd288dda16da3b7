'use client'

import { useEffect } from 'react'
import type { QueueFilter } from './filter.ts'
import { useQueue } from './use-queue.ts'

type Neighbours = {
  previous: string | undefined
  next: string | undefined
  /** Where the entry is in the list, from one; undefined where it is not in what was read of it. */
  position: number | undefined
}

/** What stands before and after an entry in the list that one came from. More of the list is read before its end is reached. */
export function useNeighbours(id: string, filter: QueueFilter): Neighbours {
  const { entries, hasNextPage, isFetchingNextPage, fetchNextPage } = useQueue(filter)
  const index = entries.findIndex((entry) => entry.id === id)
  const isLast = index !== -1 && index >= entries.length - 2
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage])
  return {
    previous: entries[index - 1]?.id,
    next: entries[index + 1]?.id,
    position: index === -1 ? undefined : index + 1,
  }
}
