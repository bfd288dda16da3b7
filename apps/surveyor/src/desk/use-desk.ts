'use client'

import { currentAccount, heedAccount, remembered } from '@salama/outbox/account.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type FieldEntry, type FieldOutbox, fieldOutbox } from '@/outbox/field-outbox.ts'
import { type Keep, type Key, keepOf, type Server, type ValueOf } from './keep.ts'
import { refresh } from './refresh.ts'

/**
 * Undefined until the phone was asked; null when nobody is signed in. Without a line: who was when there last was one,
 * and has not signed out since, here or in another tab.
 */
export function useAccount(): string | null | undefined {
  const [account, setAccount] = useState<string | null>()
  useEffect(() => {
    let left = false
    const before = remembered()
    if (before !== null) setAccount(before)
    currentAccount().then((now) => left || setAccount(now))
    const deafen = heedAccount(setAccount)
    return () => {
      left = true
      deafen()
    }
  }, [])
  return account
}

/** What is kept under a key, kept up to date. Undefined until the phone was asked. */
export function useKept<K extends Key>(keep: Keep, key: K) {
  const [value, setValue] = useState<ValueOf<K> | null>()
  useEffect(() => {
    let left = false
    const read = () => keep.get(key).then((found) => left || setValue(() => found))
    read()
    const forget = keep.subscribe(read)
    return () => {
      left = true
      forget()
    }
  }, [keep, key])
  return value
}

export type Desk = {
  account: string
  keep: Keep
  outbox: FieldOutbox
  /** What this phone has on its way, and what arrived of late. */
  entries: FieldEntry[]
  /** This browser keeps nothing (private window, storage blocked). */
  keepsNothing: boolean
  server: Server | null
  /** Now, by the server's clock. */
  nowMs: number
  refreshed: () => Promise<string | null>
}

/** Minutes are the smallest that is shown. */
const TICK_MS = 10_000

/** The work of an account on this phone; null until the phone was asked. */
export function useDesk(account: string): Desk | null {
  const { keep, outbox } = useMemo(() => ({ keep: keepOf(account), outbox: fieldOutbox(account) }), [account])
  const server = useKept(keep, 'server')
  const entries = useOutbox(outbox)
  const phoneMs = useTick()
  const refreshed = useCallback(() => refresh(account), [account])
  if (server === undefined || entries === null) return null
  const nowMs = phoneMs + (server?.skewMs ?? 0)
  const list = Array.isArray(entries) ? entries : []
  return { account, keep, outbox, entries: list, keepsNothing: entries === 'unavailable', server, nowMs, refreshed }
}

function useTick(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
