import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Admission, NotAdmitted } from './admission.ts'

const PATIENT = { inFlight: 2, waiting: 1, patienceMs: 60_000, crowdedAfterMs: 60_000, crowdedMs: 60_000 }

/** The clock, which the tests move. */
let nowMs = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Work that ends when the test ends it. */
function gated() {
  const begun: number[] = []
  const gate = Promise.withResolvers<void>()
  const work = (n: number) => async () => {
    begun.push(n)
    await gate.promise
    return n
  }
  return { begun, work, open: gate.resolve }
}

test('rejects work at once when running and queue are full, and runs the rest', async () => {
  const admission = new Admission(PATIENT)
  const { begun, work, open } = gated()
  const taken = [1, 2, 3].map((n) => admission.run(work(n)))
  await expect(admission.run(work(4))).rejects.toThrow(NotAdmitted)
  expect([begun, admission.isShedding]).toEqual([[1, 2], true])
  open()
  expect(await Promise.all(taken)).toEqual([1, 2, 3])
  expect(begun).toEqual([1, 2, 3])
  expect(await admission.run(work(5))).toBe(5)
})

test('rejects requests that were read late while all slots are busy', async () => {
  const admission = new Admission({ ...PATIENT, loopDelayMs: 30 })
  const { work, open } = gated()
  const refusesAfter = (ms: number) => {
    nowMs += ms
    return admission.refuses()
  }
  const first = admission.run(work(1))
  expect(refusesAfter(60)).toBe(false)
  vi.advanceTimersByTime(10) // the event loop comes round
  const second = admission.run(work(2))
  expect(refusesAfter(40)).toBe(false)
  expect(refusesAfter(1)).toBe(true)
  vi.advanceTimersByTime(10)
  expect(admission.refuses()).toBe(false)
  open()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('does not start work that was aborted while queued, and frees its place', async () => {
  const admission = new Admission(PATIENT)
  const { begun, work, open } = gated()
  const client = new AbortController()
  const taken = [1, 2].map((n) => admission.run(work(n)))
  const abandoned = admission.run(work(3), client.signal)
  client.abort()
  await expect(abandoned).rejects.toThrow(NotAdmitted)
  const next = admission.run(work(4))
  open()
  expect(await Promise.all([...taken, next])).toEqual([1, 2, 4])
  expect(begun).toEqual([1, 2, 4])
  expect(admission.isShedding).toBe(false)
})

test('passes the place of failed work to the next in the queue', async () => {
  const admission = new Admission({ ...PATIENT, inFlight: 1 })
  const fails = admission.run(() => Promise.reject(new Error('broken')))
  const next = admission.run(async () => 'done')
  await expect(fails).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('rejects work that was queued too long, except patient work', async () => {
  const admission = new Admission({ inFlight: 1, waiting: 5, patienceMs: 0, crowdedAfterMs: 0, crowdedMs: 0 })
  const { work, open } = gated()
  const first = admission.run(work(1))
  const patient = admission.run(work(2), undefined, true)
  await expect(admission.run(work(3))).rejects.toThrow(NotAdmitted)
  open()
  expect(await Promise.all([first, patient])).toEqual([1, 2])
})

test('starts the newest work first under sustained load, but never ahead of patient work', async () => {
  const admission = new Admission({ ...PATIENT, inFlight: 1, waiting: 5, crowdedAfterMs: 0 })
  const { begun, work, open } = gated()
  const taken = [1, 2, 3, 4].map((n) => admission.run(work(n), undefined, n === 2))
  nowMs += 1
  open()
  await Promise.all(taken)
  expect(begun).toEqual([1, 2, 4, 3])
})
