import { once } from 'node:events'
import { expect, it } from 'vitest'
import './open.ts'

it('emits an Error with its name and stack', async () => {
  const emitted = once(process, 'warning')
  process.emitWarning(new RangeError('too many listeners'))
  const [warning] = await emitted
  expect(warning).toMatchObject({ name: 'RangeError', message: expect.stringContaining('too many listeners\n') })
})

it('emits a text unchanged', async () => {
  const emitted = once(process, 'warning')
  process.emitWarning('plain', 'PlainWarning')
  expect((await emitted)[0]).toMatchObject({ name: 'PlainWarning', message: 'plain' })
})
