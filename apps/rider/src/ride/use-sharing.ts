import type { shareTrip, updateSharedTrip } from '@salama/domain/shared-trips/contract'
import { tryCall } from '@salama/http/call'
import { deviceStore } from '@salama/http/device-storage'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { forgetVehicle } from '@/vehicle/last-vehicle.ts'
import { newShared, type Ride, readEndings, saveEndings } from './ride.ts'
import { seal } from './seal.ts'
import { tellEndings } from './tell-endings.ts'
import type { OwnFix, useRide } from './use-ride.ts'

const SEND_MS = 15_000
/** More than the server asks for. */
const MIN_GAP_MS = 6_000
/** So long an end can be taken back before the server hears of it: less than it takes whoever watches to ask again. */
export const UNDO_MS = 10_000

/** Shares where the phone is. Of what could not be sent only the newest position is sent later, so that no track is left. */
export function useSharing({ ride, now, change, begin }: ReturnType<typeof useRide>, fix: OwnFix | null) {
  const [sentMs, setSentMs] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  /** What was ended last, in the memory of this page alone. Its `shared`: while the server has not heard of the end. */
  const [ended, setEnded] = useState<Ride | null>(null)
  const isHeld = ended?.shared != null
  const running = useRef<{ again: boolean }>(undefined)
  const triedMs = useRef(0)
  const newest = useRef(fix)
  newest.current = fix
  const id = ride?.shared?.id

  const send = useEffectEvent(async () => {
    if (!isHeld) await tellEndings()
    const ride = now()
    if (!ride?.shared) return
    const { id, secret, key } = ride.shared
    if (ride.shared.counter === 0) {
      const begun = await tryCall<typeof shareTrip>('POST /api/shared-trips', { body: { id, secret } })
      if (!begun.ok) return setFailed(true)
    }
    const fix = newest.current
    if (!fix) return setFailed(false)
    if (Date.now() - triedMs.current < MIN_GAP_MS) return
    triedMs.current = Date.now()
    const counter = ride.shared.counter + 1
    change((each) => (each.shared?.id === id ? { ...each, shared: { ...each.shared, counter } } : each))
    const { lat, lng, accuracyM, atMs } = fix
    const age = { agoS: Math.round((Date.now() - atMs) / 1000), at: new Date().toISOString() }
    const what = { plate: ride.plate, route: ride.route?.name ?? null, lat, lng, accuracyM, ...age }
    const result = await tryCall<typeof updateSharedTrip>('PUT /api/shared-trips/{id}', {
      params: { id },
      body: { secret, counter, sealed: await seal(key, id, counter, what) },
    })
    if (result.ok) setSentMs(Date.now())
    else if (result.problem.status === 404)
      change((each) => (each.shared?.id === id ? { ...each, shared: null } : each)) // it is over
    setFailed(!result.ok && result.problem.code === 'network')
  })
  /** One at a time: what ends meanwhile is told after that. `_because`: what is new. */
  const sendOnce = useEffectEvent(async (_because?: { id: string | undefined; hasFix: boolean; isHeld: boolean }) => {
    if (running.current) {
      running.current.again = true
      return
    }
    do {
      running.current = { again: false }
      await send()
    } while (running.current.again)
    running.current = undefined
  })

  const hasFix = fix !== null
  useEffect(() => {
    void sendOnce({ id, hasFix, isHeld })
  }, [id, hasFix, isHeld])
  useEffect(() => {
    if (!isHeld) return
    const letGo = () => setEnded((each) => each && { ...each, shared: null })
    const timer = setTimeout(letGo, UNDO_MS)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') letGo()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [isHeld])
  useEffect(() => () => void tellEndings(), [])
  useEffect(() => {
    const again = () => void sendOnce()
    const timer = setInterval(again, SEND_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [])

  const stop = (then: (ride: Ride) => Ride | null) => {
    setEnded(now())
    change((ride) => {
      if (ride.shared) {
        const { id, secret } = ride.shared
        saveEndings(deviceStore, [...readEndings(deviceStore), { id, secret, at: Date.now() }])
      }
      return then({ ...ride, shared: null })
    })
  }
  const undo = (ended: Ride) => {
    const endings = readEndings(deviceStore)
    const isOurs = (each: { id: string }) => each.id === ended.shared?.id
    const shared = endings.some(isOurs) ? ended.shared : null // another page may have told the server
    saveEndings(
      deviceStore,
      endings.filter((each) => !isOurs(each)),
    )
    begin({ ...(now() ?? ended), shared })
    setEnded(null)
  }
  return {
    sentMs,
    failed,
    /** Takes the last end back: that of the ride, or that of sharing it. */
    undo: ended && (isHeld || !ride) ? () => undo(ended) : null,
    /** The trip that is shared, which begins if there is none: the second tap of a double tap gets the same. */
    share: async () => {
      let shared = await newShared()
      setEnded(null)
      change((ride) => {
        if (!ride.shared) {
          triedMs.current = 0
          setSentMs(null)
        }
        shared = ride.shared ?? shared
        return { ...ride, shared }
      })
      return shared
    },
    /** One tap, nothing is asked, and nothing more is sent: who has to end it unseen loses no second. */
    stopSharing: () => stop((ride) => ride),
    endRide: () =>
      stop(({ plate }) => {
        forgetVehicle(deviceStore, plate)
        return null
      }),
  }
}
