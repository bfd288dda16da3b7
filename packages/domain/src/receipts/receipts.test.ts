import { randomUUID } from 'node:crypto'
import { CAST, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { aPhoto } from '../photos/test/a-photo.ts'
import { ReportState } from '../reports/contract.ts'
import { PHONES, useCity } from '../reports/test/city.ts'
import { isOpenReport, MAX_ADDITIONS, MAX_WORDS } from '../shared/limits.ts'
import { readReceiptCode } from '../shared/receipt-code.ts'

const city = useCity()
const { report, reportAs, decide, page, queue, expectRows } = city

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const OTHER = '3M7R5QXK0C9D3F8GHJNPTVWYZA'
const ask = (name: string, args: object = {}) =>
  city.db.as('rider_server').rpc(name, { p_code: CODE, ...args }) as Promise<Record<string, unknown>>
const add = (p_words: string, p_id = randomUUID(), more: object = {}) =>
  ask('add_to_receipt', { p_id, p_words, ...more })

test('returns the status of a report by its code, without location, content or author', async () => {
  const { incidentId } = await reportAs('amina', {
    p_receipt_code: CODE,
    p_vehicle: SIMBA.plate,
    p_note: 'Two matatus.',
  })
  const seen = await ask('get_receipt')
  expect(seen).toEqual({
    state: 'linked',
    shown: 'live',
    receivedAt: expect.any(String),
    asked: null,
    answerBy: null,
    incidentId,
    additions: 0,
    photos: [],
    isMailed: false,
    opened: 0,
  })
})

test('tells how often a person opened the report, each once an hour, and the log who', async () => {
  const { id } = await report('rider_server', { p_device: PHONES.eve, p_category: 'assault', p_receipt_code: CODE })
  const [{ id: entry } = { id: '' }] = await city.db.sql<{ id: string }>('select id from app.review_entries')
  const open = (who: 'dalmas' | 'eve') => city.db.as(who).rpc('get_review_entry', { p_id: entry })
  await open('dalmas')
  await open('dalmas')
  await expect(open('eve')).rejects.toMatchObject({ slug: 'role_required' })
  expect(await ask('get_receipt')).toMatchObject({ opened: 1 })
  await city.db.shiftClock('61 minutes')
  await open('dalmas')
  expect(await ask('get_receipt')).toMatchObject({ opened: 2 })
  const log = await city.db.sql('select actor_id, action, subject_id from app.audit_log')
  expect(log).toEqual(Array(2).fill({ actor_id: CAST.dalmas.id, action: 'report.opened', subject_id: id }))
})

test('issues a receipt for a report with an account, and shows its owner what was done with it', async () => {
  const { id } = await report('amina', { p_receipt_code: CODE })
  expect(await ask('withdraw_receipt')).toMatchObject({ state: 'withdrawn', shown: 'private', incidentId: null })
  expect(await city.db.as('amina').rpc('get_own_report', { p_id: id })).toMatchObject({ state: 'withdrawn' })
})

test('returns the same error for any wrong code, and changes nothing', async () => {
  await reportAs('amina', { p_receipt_code: CODE })
  for (const p_code of [OTHER, '', 'x', CODE.toLowerCase()])
    for (const [name, args] of [
      ['get_receipt', {}],
      ['answer_receipt', { p_answer: 'Yes.' }],
      ['add_to_receipt', { p_id: randomUUID(), p_words: 'More.' }],
      ['add_photo_to_receipt', aPhoto()],
      ['withdraw_receipt', {}],
    ] as const)
      await expect(ask(name, { ...args, p_code })).rejects.toMatchObject({ slug: 'not_found', detail: undefined })
  await expectRows(1, 1, 1)
  expect(await ask('get_receipt')).toMatchObject({ state: 'linked', additions: 0, photos: [] })
})

test('refuses receipts on direct database calls', async () => {
  await reportAs('amina', { p_receipt_code: CODE })
  for (const who of ['eve', 'dalmas', 'anon'] as const)
    for (const [name, args] of [
      ['get_receipt', {}],
      ['answer_receipt', { p_answer: 'x' }],
      ['add_to_receipt', { p_id: randomUUID(), p_words: 'x' }],
      ['add_photo_to_receipt', aPhoto()],
      ['withdraw_receipt', {}],
    ] as const)
      await expect(city.db.as(who).rpc(name, { p_code: CODE, ...args })).rejects.toMatchObject({ code: '42501' })
})

test('accepts one answer with the receipt, and returns the report to the queue', async () => {
  const { id } = await reportAs('amina', { p_receipt_code: CODE, p_injury: 'some' })
  await expect(ask('answer_receipt', { p_answer: 'North.' })).rejects.toMatchObject({ slug: 'invalid_transition' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  expect(await ask('get_receipt')).toMatchObject({ state: 'needs_info', asked: 'Which side?' })
  for (const p_answer of ['', 'x'.repeat(MAX_WORDS + 1)])
    await expect(ask('answer_receipt', { p_answer })).rejects.toMatchObject({ slug: 'invalid_request' })
  const answers = await city.db.parallel([1, 2, 3].map(() => () => ask('answer_receipt', { p_answer: 'North.' })))
  for (const each of answers) expect(each).toMatchObject({ state: 'in_review', asked: null })
  await expect(ask('answer_receipt', { p_answer: 'South.' })).rejects.toMatchObject({ slug: 'invalid_transition' })
  expect(await queue()).toMatchObject([{ subject: id, reason: 'answered', author: null }])
  expect(await city.db.sql('select answer from app.reports')).toEqual([{ answer: 'North.' }])
})

test('rejects an answer after 14 days', async () => {
  const { id } = await reportAs('amina', { p_receipt_code: CODE, p_injury: 'some' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  await city.db.shiftClock('15 days')
  expect(await ask('get_receipt')).toMatchObject({ state: 'rejected', asked: null })
  await expect(ask('answer_receipt', { p_answer: 'x' })).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test.each(ReportState.options)('isOpenReport matches the database for %s', async (state) => {
  const check = city.db.sql('select app.check_report_is_open(jsonb_populate_record(null::app.reports, $1))', [
    { state },
  ])
  await (isOpenReport({ state }) ? check : expect(check).rejects.toThrow())
})

test('shows three additions to the reviewer, rejects a fourth, and ignores repeats', async () => {
  const { id } = await reportAs('amina', { p_receipt_code: CODE, p_injury: 'some' })
  const first = randomUUID()
  await city.db.parallel([1, 2, 3].map(() => () => add('One.', first)))
  await expect(add('Other words.', first)).rejects.toMatchObject({ slug: 'id_reused' })
  const more = await Promise.allSettled(['Two.', 'Three.', 'Four.'].map((words) => add(words)))
  expect(more.filter((each) => each.status === 'fulfilled')).toHaveLength(2)
  await expect(add('Five.')).rejects.toMatchObject({ slug: 'report_full' })
  await expect(add('x'.repeat(MAX_WORDS + 1))).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await ask('get_receipt')).toMatchObject({ additions: MAX_ADDITIONS })
  const [entry] = await city.db.sql<{ id: string; version: number }>(
    'select id, version from app.review_entries where subject_id = $1',
    [id],
  )
  expect(entry?.version).toBe(4)
  expect(await city.db.as('dalmas').rpc('get_review_entry', { p_id: entry?.id })).toMatchObject({
    subject: { additions: [{ words: 'One.' }, {}, {}], author: { account: false } },
  })
})

test('rejects an addition id that belongs to another report', async () => {
  await reportAs('amina', { p_receipt_code: CODE })
  await reportAs('eve', { p_receipt_code: OTHER })
  const id = randomUUID()
  await add('One.', id)
  await expect(add('One.', id, { p_code: OTHER })).rejects.toMatchObject({ slug: 'id_reused' })
})

test('removes a withdrawn report from map and queue, and ignores a repeat', async () => {
  const { incidentId } = await reportAs('amina', { p_receipt_code: CODE, p_injury: 'some' })
  const answers = await city.db.parallel([1, 2, 3].map(() => () => ask('withdraw_receipt')))
  for (const each of answers) expect(each).toMatchObject({ state: 'withdrawn' })
  expect(await queue()).toEqual([])
  await expect(page(incidentId)).rejects.toMatchObject({ slug: 'incident_gone' })
  await expect(add('More.')).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('expires the receipt and deletes the additions', async () => {
  await report('amina', { p_receipt_code: CODE })
  await add('I was on the bus.')
  await city.db.shiftClock('91 days')
  await city.db.sql('select app.sweep()')
  await expect(ask('get_receipt')).rejects.toMatchObject({ slug: 'not_found' })
  expect(await city.count('app.report_additions')).toBe(0)
})

test('deletes the additions of a deleted account', async () => {
  await report('amina', { p_receipt_code: CODE })
  await add('I am Amina.')
  await city.db.sql('select app.erase_reports_of($1)', [CAST.amina.id])
  expect(await city.count('app.report_additions')).toBe(0)
})

test.each(['2m7r5-qxk0c 9d3f8 ghjnp tvwyz a', '2M7R5QXKOC9D3F8GHJNPTVWYZA', ' 2M7R–5QXK0C9D3F8GHJNPTVWYZA\n'])(
  'normalizes the code %j',
  (written) => {
    expect(readReceiptCode(written)).toBe(CODE)
  },
)
