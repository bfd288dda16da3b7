'use client'

import type { Fix } from './outbox/content.ts'

/** Where the phone is, or null when it will not or cannot say. Only asked for after a press on a button that says so. */
export function locate(timeoutMs = 10_000): Promise<Fix | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null)
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracyM: Math.min(10_000, Math.max(1, Math.round(coords.accuracy))),
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 60_000 },
    )
  })
}

const EARTH_M = 6_371_000
const rad = (degrees: number) => (degrees * Math.PI) / 180

/** As the crow flies. */
export function distanceM(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const h =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.sqrt(h))
}
