import type { endSharedTrip } from '@salama/domain/shared-trips/contract'
import { tryCall } from '@salama/http/call'
import { deviceStore } from '@salama/http/device-storage'
import { readEndings, readRide, saveEndings } from './ride.ts'

/** Tells the server what has ended, and again until it answers: it keeps nothing after that. */
export async function tellEndings(): Promise<void> {
  for (const { id, secret } of readEndings(deviceStore)) {
    const result = await tryCall<typeof endSharedTrip>('POST /api/shared-trips/{id}/end', {
      params: { id },
      body: { secret },
    })
    if (!result.ok && result.problem.status !== 404) return
    saveEndings(
      deviceStore,
      readEndings(deviceStore).filter((each) => each.id !== id),
    )
  }
}

/** On every page: a ride that is over leaves nothing on the phone, and the server hears of what has ended. */
export function endRides(): () => void {
  const tell = () => void tellEndings()
  readRide(deviceStore)
  tell()
  window.addEventListener('online', tell)
  return () => window.removeEventListener('online', tell)
}
