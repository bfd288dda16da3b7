import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Counting, SavedCount } from '@/field-state/saved-count.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { reopened, seen } from './counting.ts'

type Begin = Pick<SavedCount, 'startedAt' | 'token' | 'sessionId' | 'routes' | 'place'>

/** A tab that holds the count for longer than this is another one. */
const LOCK_MS = 500
const TICK_MS = 1_000
/** How many ticks apart the running time is saved. */
const SAVE_TICKS = 10

/** The count in progress, saved on every change. Only one tab counts; others say so. Undefined until it is read. */
export function useCounting({ fieldCache, outbox, account }: FieldState) {
  const [counting, setCounting] = useState<SavedCount | null>()
  const [isElsewhere, setElsewhere] = useState(false)
  const latest = useRef<SavedCount | null>(null)
  const [, setTick] = useState(0)
  const set = (next: SavedCount | null) => {
    latest.current = next
    setCounting(next)
  }
  const read = useEffectEvent(async () => {
    const saved = await fieldCache.get('count')
    // A page that was killed between saving to the outbox and the end leaves a count that is already queued.
    const isQueued = (await outbox.list().catch(() => [])).some(({ item }) => item.id === saved?.id)
    if (isQueued) await fieldCache.remove('count')
    set(saved && !isQueued ? reopened(saved, Date.now()) : null)
  })
  const beat = useEffectEvent((ticks: number) => {
    setTick(ticks)
    if (latest.current?.pausedS === null && ticks % SAVE_TICKS === 0) change(seen(latest.current, Date.now()))
  })
  useEffect(() => {
    const left = new AbortController()
    let release = () => {}
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const other = setTimeout(() => setElsewhere(true), LOCK_MS)
    navigator.locks
      .request(`salama-surveyor.count.${account}`, { signal: left.signal }, async () => {
        clearTimeout(other)
        setElsewhere(false)
        await read()
        await hold
      })
      .catch(() => null) // this page was left before another tab ended
    return () => {
      clearTimeout(other)
      left.abort()
      release()
    }
  }, [account])
  useEffect(() => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      beat(ticks)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])

  const change = (next: Counting) => {
    if (!latest.current) return
    const saved = { ...latest.current, ...next }
    set(saved)
    fieldCache.put('count', saved)
  }
  const begin = async (given: Begin) => {
    const fresh = { taps: [], pauses: [], pausedS: null, seenS: 0 }
    const next: SavedCount = { id: crypto.randomUUID(), startedMs: Date.now(), ...fresh, ...given }
    await fieldCache.put('count', next)
    set(next)
  }
  const discard = async () => {
    await fieldCache.remove('count')
    set(null)
  }
  return { counting, isElsewhere, begin, change, discard }
}
