import { expect, test } from 'vitest'
import { consumeInTwo, leftIn } from './testing/consume-in-two.ts'

test.each(['memory', 'postgres://nobody@127.0.0.1:9/none', 'redis://127.0.0.1:9'])(
  'counts per process with %s, and rejects nobody because the store is unavailable',
  async (store) => {
    expect(leftIn(await consumeInTwo(store, 'amina'))).toEqual([2, 2, 3, 3, 4, 4])
  },
)
