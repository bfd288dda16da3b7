import { expect, test, vi } from 'vitest'

test('gives every copy of a module the same value, made once', async () => {
  const make = vi.fn(() => new Map())
  const copies = []
  for (let n = 0; n < 2; n++) {
    vi.resetModules()
    copies.push((await import('./process-global.ts')).processGlobal('process-global.test', make))
  }
  const [one, other] = copies.map((copy) => copy())
  expect(one).toBe(other)
  expect(make).toHaveBeenCalledTimes(1)
})
