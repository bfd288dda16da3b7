import { expect, test } from 'vitest'
import { directionsTo } from './directions.tsx'

test('opens the map app of the phone, else directions of OpenStreetMap', () => {
  const odeon = { lat: -1.2828, lng: 36.825 }
  const to = (userAgent: string) => directionsTo(odeon, 'Odeon: peak', userAgent)
  expect(to('Mozilla/5.0 (Linux; Android 14)')).toBe('geo:-1.282800,36.825000?q=-1.282800,36.825000(Odeon%3A%20peak)')
  expect(to('Mozilla/5.0 (iPhone)')).toBe('https://maps.apple.com/?daddr=-1.282800,36.825000')
  expect(to('Mozilla/5.0 (X11; Linux)')).toBe('https://www.openstreetmap.org/directions?to=-1.282800%2C36.825000')
})
