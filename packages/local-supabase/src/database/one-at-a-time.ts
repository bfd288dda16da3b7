/** A mutex: each job starts when the previous one has settled. Not re-entrant. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** One mutex per key, removed when its queue is empty. */
export function oneAtATimePerKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { inTurn: ReturnType<typeof oneAtATime>; length: number }>()
  return async <T>(key: string, work: () => Promise<T>) => {
    const queue = queues.get(key) ?? { inTurn: oneAtATime(), length: 0 }
    queues.set(key, queue)
    queue.length += 1
    try {
      return await queue.inTurn(work)
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
