import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchNearby, type Loaded, serverNow } from './fetch-nearby.ts'
import { listKey, type NearbyQuery } from './query.ts'

const REFRESH_MS = 30_000
/** Returning to the page refreshes the list, but not twice within this time. */
const RECENT_MS = 5_000

/** `fresh` is false while the shown list does not match the current query. */
export type Nearby = {
  loaded: Loaded
  fresh: boolean
  problem: 'offline' | 'failed' | null
  nowMs: number
  reload: () => void
}

/** Calls `tick` every half minute while the page is visible, and when it becomes visible, focused or online. */
function useVisibleInterval(tick: (because: 'time' | 'return') => void) {
  const call = useEffectEvent(tick)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && call('time'), REFRESH_MS)
    const back = () => document.visibilityState === 'visible' && call('return')
    document.addEventListener('visibilitychange', back)
    for (const event of ['focus', 'online', 'offline']) window.addEventListener(event, back)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
      for (const event of ['focus', 'online', 'offline']) window.removeEventListener(event, back)
    }
  }, [])
}

/** Keeps the list of a query fresh, starting from the server-rendered one. */
export function useNearby(initial: Loaded, query: NearbyQuery, limit: number): Nearby {
  const [loaded, setLoaded] = useState(initial)
  const [problem, setProblem] = useState<Nearby['problem']>(null)
  const [nowMs, setNowMs] = useState(initial.receivedMs)
  const key = listKey(query, limit)
  const asked = useRef<{ controller: AbortController; atMs: number }>(undefined)

  const load = useEffectEvent(async () => {
    asked.current?.controller.abort()
    const controller = new AbortController()
    asked.current = { controller, atMs: Date.now() }
    try {
      setLoaded(await fetchNearby(query, limit, loaded, controller.signal))
      setProblem(null)
    } catch {
      if (!controller.signal.aborted) setProblem(navigator.onLine ? 'failed' : 'offline')
    }
    setNowMs(Date.now())
  })

  const isShown = useEffectEvent((wanted: string) => wanted === loaded.key)
  useEffect(() => {
    if (!isShown(key)) load()
  }, [key])

  useVisibleInterval((because) => {
    setNowMs(Date.now())
    if (!navigator.onLine) setProblem('offline')
    else if (because === 'time' || problem !== null || Date.now() - (asked.current?.atMs ?? 0) > RECENT_MS) load()
  })

  return { loaded, fresh: loaded.key === key, problem, nowMs: serverNow(loaded, nowMs), reload: () => load() }
}
