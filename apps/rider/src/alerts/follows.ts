import type { Follow, follow, listFollows } from '@salama/domain/alerts/contract'
import { type CallRequest, tryCall } from '@salama/http/call'
import { deviceStore } from '@salama/http/device-storage'
import { useEffect, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '@/stored.ts'

// What the account or phone follows, and how many alerts are unread. Read in the browser, so that pages are the same for
// everyone, and once for everything on a page: each button and the badge of the navigation.

export type Target = CallRequest<typeof follow>['body']
/** A merged vehicle is followed as the one that it became, and a place has no id. */
export const following = (body: Target) => ({
  body,
  names: body.id === undefined || body.kind === 'vehicle' ? body.kind : body.id,
})

type Follows = { data: readonly Follow[]; unread: number }

/** Set in a browser that has followed something, which otherwise need not ask on every page. */
const KEY = 'salama-rider.follows'

let known: Follows | null = null
let asking: Promise<void> | null = null
const listeners = new Set<() => void>()

function setFollows(next: Follows): void {
  known = next
  // Without storage the badge is missing.
  writeStored(() => deviceStore, KEY, next.data.length > 0 || next.unread > 0 ? 1 : null)
  for (const listener of listeners) listener()
}

/** Reads them again; concurrent calls share one request. Offline the last known ones stay. */
export function readFollows(): Promise<void> {
  asking ??= tryCall<typeof listFollows>('GET /api/follows').then((result) => {
    asking = null
    if (result.ok) setFollows(result.reply)
  })
  return asking
}

/** Whether this browser has followed something before. */
export const hasFollowed = () => readStored(() => deviceStore, KEY) !== null

export const noteFollow = (made: Follow) =>
  setFollows({ unread: known?.unread ?? 0, data: [made, ...(known?.data ?? []).filter(({ id }) => id !== made.id)] })

export const noteUnfollow = (gone: string) =>
  known && setFollows({ ...known, data: known.data.filter(({ id }) => id !== gone) })

export const noteRead = () => known && setFollows({ ...known, unread: 0 })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null until they are known. */
export const useFollows = () =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )

/** Places are stored with three decimals. */
const round = (degrees: number | undefined) => degrees?.toFixed(3)

function isOf(target: Target, follow: Follow): boolean {
  if (target.kind !== follow.kind) return false
  if (target.plate !== undefined) return target.plate === follow.name
  if (target.kind !== 'place') return target.id === follow.targetId
  return (
    target.radiusM === follow.radiusM &&
    round(target.place?.lat) === round(follow.place?.lat) &&
    round(target.place?.lng) === round(follow.place?.lng)
  )
}

/**
 * The id of the follow of something; undefined until known. `made`: by this button, for a receipt code names no report.
 */
export function useFollowId(target: Target, made: string | null): string | null | undefined {
  const follows = useFollows()
  useEffect(() => {
    if (known === null) void readFollows()
  }, [])
  return follows ? (follows.data.find((each) => each.id === made || isOf(target, each))?.id ?? null) : undefined
}
