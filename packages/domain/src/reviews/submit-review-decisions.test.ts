import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { QualityFlag } from '../collection-entries/contract.ts'
import { MAX_BULK } from '../shared/choices.ts'
import { submitReviewDecisions } from './bulk-contract.ts'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, claim, bulk, preview, everything, stateOf, undo } = queue
const at = ({ id }: { id: string }, version = 1) => ({ entryId: id, version })
const problemsOf = ({ data }: { data: { problem: string | null }[] }) => data.map(({ problem }) => problem)

/** Each of another plate, so that none repeats one. */
const vehicle = (n: number, capacity = 33) => ({ plate: `KZZ 90${n}X`, capacity })
const entry = (n: number, capacity?: number) => open('collection_entry', { vehicle: vehicle(n, capacity) })
const register = () =>
  queue.db.sql(`select plate_key, capacity from app.vehicles where plate_key like 'KZZ90%X' order by plate_key`)

test('decides on entries of one kind; what one is refused for does not stop the others, and the log has one line', async () => {
  const [first, held, last] = [await entry(1), await entry(2), await entry(3, 14)]
  await claim(OTHER_ADMIN, held.id)
  const reply = await bulk(
    'dalmas',
    [first, held, last].map((each) => at(each)),
    'approved',
  )
  expect(submitReviewDecisions.reply.parse(reply)).toMatchObject({
    data: [
      { problem: null, entry: { state: 'approved', version: 2 }, effects: ['vehicle_new'] },
      { problem: 'entry_claimed', entry: null, effects: [] },
      { problem: null, entry: { state: 'approved' } },
    ],
    batch: { kind: 'collection_entry', decision: 'approved', size: 2, standing: 2 },
  })
  expect(await register()).toHaveLength(2)
  expect(
    await queue.db.sql(`select action, subject_id, detail from app.audit_log where action like 'review.%'`),
  ).toEqual([
    {
      action: 'review.batch_decided',
      subject_id: reply.batch?.id,
      detail: {
        kind: 'collection_entry',
        decision: 'approved',
        size: 2,
        heldOut: 1,
        members: [first.id, last.id].sort(),
      },
    },
  ])
})

test('refuses entries of several kinds together, and changes nothing', async () => {
  const entries = [at(await open('report')), at(await open('feedback'))]
  const before = await everything()
  await expect(bulk('dalmas', entries, 'approved')).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(preview('dalmas', entries, 'approved')).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await everything()).toEqual(before)
})

test('says what became of each vehicle and which of its details changed', async () => {
  await queue.db.sql(
    `insert into app.vehicles (plate, plate_key, public_code, capacity) values ('KZZ 902X', 'KZZ902X', 'V-AAAAAAAA', 33),
       ('KZZ 903X', 'KZZ903X', 'V-BBBBBBBB', null)`,
  )
  const entries = [await entry(1), await entry(2), await entry(3)].map((each) => at(each))
  const { data } = (await preview('dalmas', entries, 'approved')) as Awaited<ReturnType<typeof bulk>>
  expect(data.map(({ effects }) => effects)).toEqual([['vehicle_new'], ['vehicle_seen'], ['vehicle_changed', 'seats']])
})

test('vehicles with 140 seats do not reach the register in bulk, nor by one press', async () => {
  const [good, seats, again, repeat] = [await entry(1), await entry(2, 140), await entry(3), await entry(3)]
  const reply = await bulk(
    'dalmas',
    [good, seats, again, repeat].map((each) => at(each)),
    'approved',
  )
  const own = 'needs_own_review'
  expect(problemsOf(reply)).toEqual([null, own, own, own])
  expect(await register()).toEqual([{ plate_key: 'KZZ901X', capacity: 33 }])
  const approve = (more = {}) =>
    queue.decide('dalmas', { entryId: seats.id, decision: 'approved', version: 1, ...more })
  const edited = (edits: object) => ({ decision: 'approved_with_edits', edits })
  for (const more of [{}, edited({ fleetName: 'Simba' }), edited({ capacity: 141 })])
    await expect(approve(more)).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { errors: [{ path: 'note', code: 'required' }] },
    })
  expect(await register()).toHaveLength(1)
  await approve({ note: 'An articulated bus, see the photo.' })
  expect(await register()).toHaveLength(2)
})

test('finds every quality flag odd, and seats that differ from the register as it is now', async () => {
  const { id } = await entry(1)
  const oddities = async () => {
    const { data } = await queue.list('dalmas')
    return (data.find((each) => each.id === id) as unknown as { about: { oddities: string[] } }).about.oddities
  }
  const flags = QualityFlag.exclude(['plate_unusual', 'seats_differ']).options
  await queue.db.sql('update app.collection_entries set quality_flags = $1', [QualityFlag.options])
  expect(await oddities()).toEqual(flags)
  await queue.db.sql(`update app.collection_entries set quality_flags = '{}'`)
  expect(await oddities()).toEqual([])
  await queue.db.sql(
    `insert into app.vehicles (plate, plate_key, public_code, capacity) values ('KZZ 901X', 'KZZ901X', 'V-AAAAAAAA', 14)`,
  )
  expect(await oddities()).toEqual(['seats_differ'])
})

test('returns the same for a repeated request, and each decision can be undone by itself', async () => {
  const [one, other] = [await open(), await open()]
  const send = () => bulk('dalmas', [at(one), at(other)], 'rejected', 'unclear')
  const first = await send()
  expect(problemsOf(first)).toEqual([null, null])
  const second = await send()
  expect(second.data).toMatchObject([{ problem: null }, { problem: null }])
  expect(second.batch).toEqual(first.batch)
  await undo('dalmas', { id: one.id, version: 2 })
  expect([await stateOf(one.subject), await stateOf(other.subject)]).toEqual(['in_review', 'rejected'])
})

test('reports an entry that a colleague decided or whose author withdrew it meanwhile', async () => {
  const [decided, withdrawn, open1] = [await open(), await open('report', { author: 'amina' }), await open()]
  await queue.decide(OTHER_ADMIN, { entryId: decided.id, decision: 'approved', version: 1 })
  await queue.db.as('amina').rpc('withdraw_report', { p_id: withdrawn.subject })
  expect(
    problemsOf(
      await bulk(
        'dalmas',
        [decided, withdrawn, open1].map((each) => at(each)),
        'rejected',
        'unclear',
      ),
    ),
  ).toEqual(['invalid_transition', 'invalid_transition', null])
  expect(await stateOf(decided.subject)).toBe('linked')
})

test('refuses odd entries in a bulk decision and in its preview, but escalates them', async () => {
  const odd = await open('collection_entry')
  await queue.db.sql(`update app.collection_entries set plate_key = 'UBA123X'`)
  const before = await everything()
  expect(problemsOf(await bulk('dalmas', [at(odd)], 'approved'))).toEqual(['needs_own_review'])
  expect(problemsOf(await bulk('dalmas', [at(odd)], 'rejected', 'not_there'))).toEqual(['needs_own_review'])
  expect(problemsOf((await preview('dalmas', [at(odd)], 'approved')) as never)).toEqual(['needs_own_review'])
  expect(await everything()).toEqual(before)
  expect(problemsOf(await bulk('dalmas', [at(odd)], 'escalated', 'not_sure'))).toEqual([null])
  // Escalated is odd too: the colleague has to open it.
  expect(problemsOf(await bulk(OTHER_ADMIN, [at(odd, 2)], 'approved'))).toEqual(['needs_own_review'])
})

test('finds a sacco and a sticker that differ from the register odd', async () => {
  const record = await open('collection_entry')
  await queue.db.sql(
    `with s as (insert into app.saccos (slug, name) values ('one', 'One Sacco'), ('two', 'Two Sacco') returning id, slug)
     insert into app.vehicles (plate, plate_key, public_code, sacco_id)
     select 'KZZ 900X', 'KZZ900X', 'V-AAAAAAAA', id from s where slug = 'one'
     union all select 'KZZ 901X', 'KZZ901X', 'V-BBBBBBBB', id from s where slug = 'two'`,
  )
  const oddWith = async (facts: object) => {
    await queue.db.sql('update app.collection_entries set facts = facts || $1', [facts])
    const { data } = await queue.list('dalmas')
    return (data.find(({ id }) => id === record.id) as unknown as { about: { oddities: string[] } }).about.oddities
  }
  expect(await oddWith({ sacco: { name: 'one sacco' }, sticker: { status: 'seen', code: 'V-AAAAAAAA' } })).toEqual([])
  expect(await oddWith({ sacco: { name: 'Two Sacco' }, sticker: { status: 'seen', code: 'v-bbbbbbbb' } })).toEqual([
    'other_sacco',
    'other_sticker',
  ])
})

test('is refused to a rider and with too many entries, and changes nothing', async () => {
  const entry = await open()
  const before = await everything()
  await expect(bulk('eve', [at(entry)], 'approved')).rejects.toMatchObject({ slug: 'role_required' })
  for (const wrong of [[], Array.from({ length: MAX_BULK + 1 }, () => at(entry))])
    await expect(bulk('dalmas', wrong, 'approved')).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(problemsOf(await bulk('dalmas', [{ entryId: randomUUID(), version: 1 }], 'approved'))).toEqual(['not_found'])
  expect(await everything()).toEqual(before)
})
