import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_PREVIEWED } from '../shared/choices.ts'
import { submitReviewDecisions } from './bulk-contract.ts'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, claim, bulk, preview, everything, stateOf, undo } = queue
const at = ({ id }: { id: string }, version = 1) => ({ entryId: id, version })
const problemsOf = ({ data }: { data: { problem: string | null }[] }) => data.map(({ problem }) => problem)

test('decides on entries of several kinds; what one is refused for does not stop the others', async () => {
  const [report, rating, record] = [await open('report'), await open('feedback'), await open('collection_entry')]
  const held = await open()
  await claim(OTHER_ADMIN, held.id)
  const reply = await bulk(
    'dalmas',
    [report, held, rating, record].map((each) => at(each)),
    'approved',
  )
  expect(submitReviewDecisions.reply.parse(reply).data).toMatchObject([
    { problem: null, entry: { state: 'approved', version: 2 }, after: { state: 'linked' } },
    { problem: 'entry_claimed', entry: null },
    { problem: null, entry: { state: 'approved' } },
    { problem: null, entry: { state: 'approved' } },
  ])
  expect(await Promise.all([report, rating, record, held].map(({ subject }) => stateOf(subject)))).toEqual([
    'linked',
    'counted',
    'approved',
    'in_review',
  ])
})

test('returns the same for a repeated request, and each decision can be undone by itself', async () => {
  const [one, other] = [await open(), await open()]
  const send = () => bulk('dalmas', [at(one), at(other)], 'rejected', 'unclear')
  const first = await send()
  expect(problemsOf(first)).toEqual([null, null])
  expect((await send()).data).toMatchObject([{ problem: null }, { problem: null }])
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
  for (const wrong of [[], Array.from({ length: MAX_PREVIEWED + 1 }, () => at(entry))])
    await expect(bulk('dalmas', wrong, 'approved')).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(problemsOf(await bulk('dalmas', [{ entryId: randomUUID(), version: 1 }], 'approved'))).toEqual(['not_found'])
  expect(await everything()).toEqual(before)
})
