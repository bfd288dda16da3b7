import { randomUUID } from 'node:crypto'
import { CAST, type PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { ReviewEntry, ReviewEntryDetail } from '../review-entries/contract.ts'
import { OTHER_ADMIN, useQueue } from './test/queue.ts'

const queue = useQueue()
const { open, claim, release, list, get, everything } = queue
const idsOf = (page: { data: { id: string }[] }) => page.data.map((entry) => entry.id)

test('lists pending entries of all kinds by due time, with pagination', async () => {
  const later = await open('feedback', { dueIn: '24 hours' })
  const soon = await open('report', { dueIn: '4 hours' })
  const middle = await open('collection_entry', { dueIn: '12 hours' })
  expect(idsOf(await list('dalmas'))).toEqual([soon.id, middle.id, later.id])
  const first = await list('dalmas', { p_limit: 2 })
  const rest = await list('dalmas', { p_limit: 2, p_after: first.next })
  expect([idsOf(first), idsOf(rest), rest.next]).toEqual([[soon.id, middle.id], [later.id], null])
  expect(idsOf(await list('dalmas', { p_kind: 'feedback' }))).toEqual([later.id])
})

test('sorts open entries by age, kind, place and author’s record, the poorest first, each with pagination', async () => {
  const later = await open('feedback', { dueIn: '24 hours' })
  const poor = await open('report', { dueIn: '4 hours', author: 'amina' })
  const entry = await open('collection_entry', { dueIn: '12 hours', author: 'chebet' })
  const decided = await open('report', { author: 'amina' })
  await queue.db.sql(
    `update app.review_entries set state = 'rejected', decided_at = app.now(), decided_by = $2 where id = $1`,
    [decided.id, CAST.dalmas.id],
  )
  await queue.db.sql(`update app.review_entries set created_at = created_at - interval '2 hours' where id = $1`, [
    entry.id,
  ])
  const sorted = async (sort: string) => {
    const ids: string[] = []
    for (let after: unknown = null; ; ) {
      const page = await list('dalmas', { p_sort: sort, p_limit: 1, p_after: after })
      ids.push(...idsOf(page))
      after = page.next
      if (after === null) return ids
    }
  }
  expect(await sorted('age')).toEqual([entry.id, poor.id, later.id])
  expect(await sorted('kind')).toEqual([entry.id, later.id, poor.id])
  expect((await sorted('place')).at(-1)).toBe(later.id)
  expect(await sorted('record')).toEqual([poor.id, entry.id, later.id])
  const [first] = (await list('dalmas', { p_kind: 'report' })).data
  expect(first).toMatchObject({ about: { record: { accepted: 0, decided: 1 } } })
})

test('returns counts of the whole queue whatever the filter, with what is overdue', async () => {
  await open('report', { dueIn: '4 hours' })
  await open('report', { dueIn: '30 hours' })
  await queue.db.shiftClock('5 hours')
  const { waiting } = await list('dalmas', { p_kind: 'dispute' })
  expect(waiting).toContainEqual({ kind: 'report', open: 2, overdue: 1 })
  expect(waiting).toContainEqual({ kind: 'dispute', open: 0, overdue: 0 })
})

test('queues a subject once', async () => {
  const { id, subject } = await open()
  await queue.db.sql(`select app.open_review('report', $1, null, 'burst', '1 hour')`, [subject])
  expect(idsOf(await list('dalmas'))).toEqual([id])
})

test('returns an entry with its subject, history and reasons, without its author', async () => {
  const { id } = await open('report', { author: 'amina' })
  await claim('dalmas', id)
  const entry = await get('dalmas', id)
  ReviewEntryDetail.parse(entry)
  expect(entry).toMatchObject({ subject: { category: 'robbery', state: 'in_review' }, own: false, claimedByYou: true })
  expect(entry.history.map((event) => event.to)).toEqual(['pending', 'claimed'])
  const codes = (entry.reasons as { code: string }[]).map((reason) => reason.code)
  expect(codes).toContain('not_transport')
  expect(codes).not.toContain('photo_unreadable')
  expect(JSON.stringify([entry, await list('dalmas')])).not.toContain(CAST.amina.id)
})

test('holds a claim for 15 minutes against others, renews it for its holder, then frees it', async () => {
  const { id } = await open()
  ReviewEntry.parse(await claim('dalmas', id))
  await queue.db.shiftClock('10 minutes')
  await claim('dalmas', id)
  await queue.db.shiftClock('24 minutes')
  const before = await everything()
  await expect(claim(OTHER_ADMIN, id)).rejects.toMatchObject({ slug: 'entry_claimed', detail: undefined })
  expect(await everything()).toEqual(before)
  expect(idsOf(await list(OTHER_ADMIN, { p_state: 'pending' }))).toEqual([])
  await queue.db.shiftClock('26 minutes')
  expect(await list(OTHER_ADMIN, { p_state: 'pending' })).toMatchObject({
    data: [{ id, state: 'pending', claimedBy: null }],
  })
  expect(await claim(OTHER_ADMIN, id)).toMatchObject({ state: 'claimed', version: 1, claimedByYou: true })
  await expect(claim('dalmas', id)).rejects.toMatchObject({ slug: 'entry_claimed' })
  expect((await get('dalmas', id)).history.map((event) => event.to)).toEqual(['pending', 'claimed', 'claimed'])
})

test('frees a released claim at once, and changes nothing else of the entry', async () => {
  const { id } = await open()
  await claim('dalmas', id)
  const before = await everything()
  await expect(release(OTHER_ADMIN, id)).rejects.toMatchObject({ slug: 'entry_claimed' })
  expect(await everything()).toEqual(before)
  expect(ReviewEntry.parse(await release('dalmas', id))).toMatchObject({
    state: 'pending',
    version: 1,
    claimedBy: null,
  })
  expect(await release('dalmas', id)).toMatchObject({ state: 'pending', version: 1 })
  expect((await get('dalmas', id)).history.map((event) => event.to)).toEqual(['pending', 'claimed', 'pending'])
  expect(await claim(OTHER_ADMIN, id)).toMatchObject({ claimedByYou: true, version: 1 })
  await expect(release('dalmas', randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
})

test('keeps an escalated entry escalated when its claim is released', async () => {
  const { id } = await open()
  const passedOn = { entryId: id, decision: 'escalated', version: 1, reasonCode: 'not_sure' }
  await queue.decide('dalmas', passedOn)
  await claim(OTHER_ADMIN, id)
  expect(await release(OTHER_ADMIN, id)).toMatchObject({ state: 'escalated', version: 2 })
  expect(idsOf(await list('dalmas', { p_state: 'escalated' }))).toEqual([id])
  await expect(claim('dalmas', id)).rejects.toMatchObject({ slug: 'own_escalation' })
})

test('filters the queue by category, own claims and own decisions', async () => {
  const robbery = await open('report')
  const crash = await open('dispute')
  const rating = await open('feedback')
  expect(idsOf(await list('dalmas', { p_category: 'robbery' }))).toEqual([robbery.id])
  expect(idsOf(await list('dalmas', { p_category: 'crash' }))).toEqual([crash.id])
  await claim('dalmas', rating.id)
  expect(idsOf(await list('dalmas', { p_mine: true }))).toEqual([rating.id])
  expect(idsOf(await list(OTHER_ADMIN, { p_mine: true }))).toEqual([])
  await queue.db.shiftClock('16 minutes')
  expect(idsOf(await list('dalmas', { p_mine: true }))).toEqual([])
  await queue.decide('dalmas', { entryId: rating.id, decision: 'approved', version: 1 })
  expect(idsOf(await list('dalmas', { p_state: 'closed', p_mine: true }))).toEqual([rating.id])
  expect(idsOf(await list(OTHER_ADMIN, { p_state: 'closed', p_mine: true }))).toEqual([])
})

test('returns list items with an excerpt, the distance to a similar incident and what is odd, without the author', async () => {
  const { subject } = await open('report', { author: 'amina' })
  await open('feedback')
  await open('collection_entry')
  await open('dispute')
  await queue.db.sql(
    `update app.reports set note = 'Two   men' || E'\n' || 'at the stage', note_flags = '{phone}' where id = $1`,
    [subject],
  )
  await queue.db.sql(`update app.collection_entries set plate_key = 'UBA123X'`)
  const page = await list('dalmas')
  expect(page.data.map((entry) => ReviewEntry.parse(entry).about)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        category: 'robbery',
        placeName: 'Koja',
        excerpt: 'Two men at the stage',
        distanceM: null,
        oddities: ['personal_data'],
      }),
      expect.objectContaining({ stars: 1, plate: 'KDA 123A', oddities: [] }),
      expect.objectContaining({ plate: 'KZZ 900X', oddities: ['unusual_plate'] }),
      expect.objectContaining({ category: 'crash' }),
    ]),
  )
  expect(JSON.stringify(page)).not.toContain(CAST.amina.id)
})

test('finds entries by note, plate, sacco, stage and surveyor, and never a rider by who they are', async () => {
  const report = await open('report', { author: 'amina' })
  const rating = await open('feedback')
  const record = await open('collection_entry')
  await queue.db.sql(`update app.reports set note = 'They had a Pánga.' where id = $1`, [report.subject])
  await queue.db.sql(
    `insert into app.profiles (user_id, display_name) values ($1, 'Amina Wanjiru'), ($2, 'Chebet Koech')`,
    [CAST.amina.id, CAST.chebet.id],
  )
  const found = async (q: string) => idsOf(await list('dalmas', { p_q: q }))
  expect(await found('panga')).toEqual([report.id])
  expect(await found('kda123')).toEqual([rating.id])
  expect(await found('kzz 900')).toEqual([record.id])
  expect(await found('koja')).toEqual([report.id])
  expect(await found('koech')).toEqual([record.id])
  expect(await found('wanjiru')).toEqual([])
  expect(await found('100%')).toEqual([])
})

test('filters by photos, overdue and odd, and counts what matches', async () => {
  const late = await open('report', { dueIn: '1 hour' })
  const odd = await open('collection_entry', { dueIn: '20 hours' })
  await queue.db.sql(`update app.collection_entries set plate_key = 'UBA123X'`)
  await queue.db.sql(
    `insert into app.report_photos (id, report_id, sent_sha256, sha256, bytes, width, height, added_at)
     values (gen_random_uuid(), $1, sha256('a'), sha256('b'), 10, 10, 10, app.now())`,
    [late.subject],
  )
  await queue.db.shiftClock('2 hours')
  expect(await list('dalmas', { p_photos: true })).toMatchObject({ data: [{ id: late.id }], matching: 1 })
  expect(await list('dalmas', { p_overdue: true })).toMatchObject({ data: [{ id: late.id }], matching: 1 })
  expect(await list('dalmas', { p_odd: true })).toMatchObject({ data: [{ id: odd.id }], matching: 1 })
  expect(await list('dalmas', { p_limit: 1 })).toMatchObject({ matching: 2 })
  expect(await list('dalmas', { p_state: 'closed' })).toMatchObject({ matching: null })
})

test.each(['report', 'feedback', 'collection_entry', 'dispute'] as const)(
  'returns an entry about a %s as in the contract, with siblings and the author as counts',
  async (kind) => {
    const { id } = await open(kind, { author: 'amina' })
    const { subject, earlier, events } = ReviewEntryDetail.parse(await get('dalmas', id))
    expect(subject.kind).toBe(kind)
    expect(earlier).toEqual([])
    expect(events.length).toBeGreaterThan(0)
    expect(subject.author === null).toBe(kind === 'dispute')
    expect(JSON.stringify(await get('dalmas', id))).not.toContain(CAST.amina.id)
  },
)

test('gives an entry that two admins claim concurrently to one of them', async () => {
  const { id } = await open()
  const claims = await queue.db.parallel(
    (['dalmas', OTHER_ADMIN] as const).map(
      (who) => () =>
        claim(who, id).then(
          () => 'claimed',
          (error: { slug: string }) => error.slug,
        ),
    ),
  )
  expect(claims.toSorted()).toEqual(['claimed', 'entry_claimed'])
})

test('refuses a claim of one’s own submission', async () => {
  const { id } = await open('report', { author: 'dalmas' })
  const before = await everything()
  await expect(claim('dalmas', id)).rejects.toMatchObject({ slug: 'own_submission' })
  expect(await everything()).toEqual(before)
  expect(await get('dalmas', id)).toMatchObject({ own: true })
})

test('rejects a claim of a closed or unknown entry', async () => {
  const { id, subject } = await open('report', { author: 'amina' })
  await queue.db.as('amina').rpc('withdraw_report', { p_id: subject })
  await expect(claim('dalmas', id)).rejects.toMatchObject({
    slug: 'invalid_transition',
    detail: { currentState: 'withdrawn', allowedTransitions: [] },
  })
  for (const attempt of [claim, get])
    await expect(attempt('dalmas', randomUUID())).rejects.toMatchObject({ slug: 'not_found' })
  expect(idsOf(await list('dalmas'))).toEqual([])
  expect(idsOf(await list('dalmas', { p_state: 'closed' }))).toEqual([id])
  expect((await get('dalmas', id)).history.map((event) => event.to)).toEqual(['pending', 'withdrawn'])
})

test.each<PersonName>(['eve', 'chebet', 'amina'])('refuses %s to read the queue or claim an entry', async (who) => {
  const { id } = await open('report', { author: 'amina' })
  const before = await everything()
  for (const attempt of [
    () => list(who),
    () => get(who, id),
    () => claim(who, id),
    () => release(who, id),
    () => queue.preview(who, [{ entryId: id, version: 1 }], 'approved'),
    () => queue.decide(who, { entryId: id, decision: 'approved', version: 1 }),
  ])
    await expect(attempt()).rejects.toMatchObject({ slug: 'role_required', detail: { role: 'admin' } })
  expect(await everything()).toEqual(before)
})
