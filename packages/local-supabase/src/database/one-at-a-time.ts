/** A queue of one: each piece of work starts when the one before it has ended, well or badly. Not re-entrant. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
