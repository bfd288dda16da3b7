import { expect, test } from 'vitest'
import { useCity } from './test/city.ts'
import { anywhere, countOf, makePhonesKnown, randomFrom, send } from './test/crowd.ts'

// An hour of a city behind one IP address. `docs/figures.md` explains these numbers.

const city = useCity()

/** Riders who each send one or two reports in an hour, at any minute of it, anywhere in the city. */
function hourOf(riders: string[], network: string, seed: number) {
  const random = randomFrom(seed)
  return riders.flatMap((each) =>
    Array.from({ length: random() < 0.5 ? 1 : 2 }, () => ({
      phone: each,
      network,
      minute: Math.floor(random() * 60),
      ...anywhere(random),
    })),
  )
}
const named = (what: string, n: number) => Array.from({ length: n }, (_, i) => `${what} ${i}`)

test('serves three hundred known riders behind one IP address, while sixty new phones are limited', {
  timeout: 300_000,
}, async () => {
  const [known, fresh] = [named('known', 270), named('fresh', 30)]
  await makePhonesKnown(city.db, known)
  await send(
    city.db,
    hourOf(known.slice(0, 150), 'mobile', 1).map((each) => ({ ...each, minute: each.minute - 180 })),
  )
  const hour = await send(city.db, hourOf([...known, ...fresh], 'mobile', 2))
  const random = randomFrom(3)
  const flood = named('flood', 60).map((each) => ({ phone: each, network: 'mobile', minute: 61, ...anywhere(random) }))
  const flooded = await send(city.db, flood)
  const after = await send(
    city.db,
    hourOf(known.slice(0, 50), 'mobile', 4).map((each) => ({ ...each, minute: each.minute + 125 })),
  )
  expect(countOf(hour, 'live') / hour.length).toBeGreaterThan(0.98)
  expect(countOf(hour, 'refused')).toBe(0)
  expect(countOf(flooded, 'live')).toBeLessThan(20)
  expect(countOf(after, 'live')).toBe(after.length)
})

test('holds reports of three hundred new phones on one network that are not shown, and loses none', {
  timeout: 300_000,
}, async () => {
  const hour = await send(city.db, hourOf(named('first', 300), 'mobile', 5))
  expect(countOf(hour, 'live')).toBe(12)
  expect(countOf(hour, 'held')).toBe(hour.length - 12)
})
