import { currentAccount, onAccountChange, remembered } from '@salama/outbox/account.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type FieldEntry, type FieldOutbox, fieldOutbox } from '@/outbox/field-outbox.ts'
import { type FieldCache, fieldCacheOf, type Key, type Server, type ValueOf } from './field-cache.ts'
import { refresh } from './refresh.ts'

/**
 * Undefined until read; null when nobody is signed in. Offline: who was signed in last and has not signed out since.
 */
export function useAccount(): string | null | undefined {
  const [account, setAccount] = useState<string | null>()
  useEffect(() => {
    let left = false
    const before = remembered()
    if (before !== null) setAccount(before)
    currentAccount().then((now) => left || setAccount(now))
    const unsubscribe = onAccountChange(setAccount)
    return () => {
      left = true
      unsubscribe()
    }
  }, [])
  return account
}

/** The cached value of a key, kept up to date. Undefined until storage was read. */
export function useCached<K extends Key>(fieldCache: FieldCache, key: K) {
  const [value, setValue] = useState<ValueOf<K> | null>()
  useEffect(() => {
    let left = false
    const read = () => fieldCache.get(key).then((found) => left || setValue(() => found))
    read()
    const unsubscribe = fieldCache.subscribe(read)
    return () => {
      left = true
      unsubscribe()
    }
  }, [fieldCache, key])
  return value
}

export type FieldState = {
  account: string
  fieldCache: FieldCache
  outbox: FieldOutbox
  /** Items that are queued on this phone or were received lately. */
  entries: FieldEntry[]
  /** False: this phone does not store everything (private window, blocked, full), and closing the page loses it. */
  isKept: boolean
  server: Server | null
  /** The current time by the server's clock. */
  nowMs: number
  refreshed: () => Promise<string | null>
}

/** Times are shown to the minute. */
const TICK_MS = 10_000

/** The field state of an account on this phone; null until storage was read. */
export function useFieldState(account: string): FieldState | null {
  const { fieldCache, outbox } = useMemo(
    () => ({ fieldCache: fieldCacheOf(account), outbox: fieldOutbox(account) }),
    [account],
  )
  const server = useCached(fieldCache, 'server')
  const entries = useOutbox(outbox)
  const phoneMs = useTick()
  const refreshed = useCallback(() => refresh(account), [account])
  if (server === undefined || entries === null) return null
  const nowMs = phoneMs + (server?.skewMs ?? 0)
  const list = Array.isArray(entries) ? entries : []
  return {
    account,
    fieldCache,
    outbox,
    entries: list,
    isKept: outbox.isKept(),
    server,
    nowMs,
    refreshed,
  }
}

function useTick(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
