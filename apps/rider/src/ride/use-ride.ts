import { deviceStore } from '@salama/http/device-storage'
import { type Fix, followLocation, type GpsProblem, isLocationGranted } from '@salama/ui/gps.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOver, type Ride, readRide, saveRide } from './ride.ts'

const MINUTE_MS = 60_000

/** The ride of this phone, the same in every tab; undefined until it is read. It ends by itself. */
export function useRide() {
  const [ride, setRide] = useState<Ride | null | undefined>(undefined)
  const latest = useRef<Ride | null>(null)
  const set = (changed: Ride | null) => {
    latest.current = changed
    setRide(changed)
  }
  const read = useEffectEvent(() => set(readRide(deviceStore)))
  const endIfOver = useEffectEvent(() => latest.current && isOver(latest.current.startedAt) && read())
  useEffect(() => {
    const timer = setInterval(endIfOver, MINUTE_MS)
    const onChange = () => read()
    read()
    window.addEventListener('storage', onChange)
    return () => {
      clearInterval(timer)
      window.removeEventListener('storage', onChange)
    }
  }, [])
  return {
    ride,
    /** The latest, also within what began before a render. */
    now: () => latest.current,
    /** Changes what is latest, also by another tab; null ends the ride. */
    change: (changing: (ride: Ride) => Ride | null) => {
      const before = readRide(deviceStore) ?? latest.current
      if (!before) return
      const changed = changing(before)
      saveRide(deviceStore, changed)
      set(changed)
    },
    begin: (begun: Ride) => {
      saveRide(deviceStore, begun)
      set(begun)
    },
  }
}

export type OwnFix = Fix & { atMs: number }

/** Where the phone is while this page is open: once it was asked for, or at once where that is allowed. */
export function useOwnFix() {
  const [fix, setFix] = useState<OwnFix | null>(null)
  const [problem, setProblem] = useState<GpsProblem | null>(null)
  const [on, setOn] = useState(false)
  useEffect(() => {
    isLocationGranted().then((granted) => granted && setOn(true))
  }, [])
  useEffect(() => {
    if (!on) return
    return followLocation((answer) => {
      if (typeof answer === 'string') return setProblem(answer)
      setProblem(null)
      setFix({ ...answer, atMs: Date.now() })
    })
  }, [on])
  return { fix, problem, on, ask: () => setOn(true) }
}

/** Keeps the screen on, where the browser can: a phone that sleeps tells nobody where it is. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let left = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock.request('screen').catch(() => null) // refused when the battery is low
      if (left) await lock?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [on])
}
