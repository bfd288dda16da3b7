import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_BULK } from '../shared/choices.ts'
import { ReviewPreview } from './bulk-contract.ts'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, claim, decide, preview, everything, stateOf } = queue

test('returns what each decision would do, and changes nothing', async () => {
  const robbery = await open('report')
  const own = await open('report', { author: 'dalmas' })
  const held = await open()
  await claim(OTHER_ADMIN, held.id)
  const closed = await open()
  await decide(OTHER_ADMIN, { entryId: closed.id, decision: 'rejected', version: 1, reasonCode: 'unclear' })
  const stale = await open()
  const before = await everything()
  const entries = [robbery, own, held, closed].map(({ id }) => ({ entryId: id, version: 1 }))
  const { data } = await preview(
    'dalmas',
    [...entries, { entryId: stale.id, version: 7 }, { entryId: randomUUID(), version: 1 }],
    'approved',
  )
  expect(data.map((each) => ReviewPreview.parse(each).problem)).toEqual([
    null,
    'own_submission',
    'entry_claimed',
    'invalid_transition',
    'version_conflict',
    'not_found',
  ])
  expect(data[0]).toMatchObject({
    before: { state: 'in_review' },
    after: { state: 'linked', lifecycle: 'active', reports: 1 },
  })
  expect(await everything()).toEqual(before)
})

test('matches what the decision then does, for every kind', async () => {
  for (const kind of ['report', 'feedback', 'collection_entry', 'dispute'] as const) {
    await queue.empty()
    const { id, subject } = await open(kind)
    const { data } = await preview('dalmas', [{ entryId: id, version: 1 }], 'approved')
    expect(await queue.db.sql('select from app.audit_log')).toEqual([])
    await decide('dalmas', { entryId: id, decision: 'approved', version: 1 })
    expect(data).toMatchObject([{ problem: null, after: { state: await stateOf(subject) } }])
  }
})

test('reports an unsuitable reason per entry, and rejects too many entries', async () => {
  const { id } = await open()
  const entries = [{ entryId: id, version: 1 }]
  expect((await preview('dalmas', entries, 'rejected')).data).toMatchObject([{ problem: 'invalid_request' }])
  expect((await preview('dalmas', entries, 'rejected', 'unclear')).data).toMatchObject([{ problem: null }])
  for (const wrong of [[], Array.from({ length: MAX_BULK + 1 }, () => entries[0])])
    await expect(preview('dalmas', wrong as typeof entries, 'approved')).rejects.toMatchObject({
      slug: 'invalid_request',
    })
})
