/** A queue of one: each piece of work starts when the one before it has ended, well or badly. Not re-entrant. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Such a queue for each key, kept for as long as somebody is in it. */
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
