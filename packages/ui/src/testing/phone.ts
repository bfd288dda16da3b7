import { vi } from 'vitest'

/** Where the phone is, or that its person does not tell; `asked`: told once it is asked for, not before. */
export function locationIs(answer: 'denied' | { lat: number; lng: number; accuracyM?: number; asked?: true }): void {
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, refused) => {
    if (answer === 'denied')
      return refused?.({ code: 1, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 })
    const coords = { latitude: answer.lat, longitude: answer.lng, accuracy: answer.accuracyM ?? 12 }
    const rest = { altitude: null, altitudeAccuracy: null, heading: null, speed: null }
    found({ coords: { ...coords, ...rest, toJSON: () => coords }, timestamp: Date.now(), toJSON: () => coords })
  }
  const watch = (found: PositionCallback) => {
    queueMicrotask(() => getCurrentPosition(found))
    return 1
  }
  const state = answer === 'denied' || answer.asked ? 'prompt' : 'granted'
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition, watchPosition: (found: PositionCallback) => watch(found), clearWatch: () => {} },
  })
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: vi.fn(async () => ({ state })) },
  })
}

const refuse = (why: string) => (): never => {
  throw new DOMException('Not here', why)
}

/** Site data are blocked: what keeps something throws where it is named or asked. */
export function blockStorage(): void {
  const denied = refuse('SecurityError')
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(denied)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(denied)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(denied)
  if ('caches' in window) vi.spyOn(CacheStorage.prototype, 'open').mockImplementation(async () => denied())
  if ('locks' in navigator) vi.spyOn(navigator.locks, 'request').mockImplementation(async () => denied())
  if ('serviceWorker' in navigator)
    vi.spyOn(navigator.serviceWorker, 'register').mockImplementation(async () => denied())
}

/** Storage has no room for more; what is there stays. */
export function fillStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse('QuotaExceededError'))
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse('QuotaExceededError'))
}

/** A picture as a phone's camera gives it. */
export async function cameraPhoto(name = 'photo.jpg'): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(0, 0, 32, 24)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}
