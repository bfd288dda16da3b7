import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { usePeople } from './test/people.ts'

const office = usePeople()
const { replace } = office

test('filters the log by action, subject and actor, and paginates it', async () => {
  for (const [index, name] of (['amina', 'eve', 'baraka'] as const).entries())
    await replace('dalmas', CAST[name].id, ['surveyor'], { p_reason: `Reason ${index}` })
  await office.db.sql(`select app.audit(null, 'vehicle.code_rotated', 'vehicle', 'x')`)
  const log = async (args: Record<string, unknown> = {}) =>
    (await office.db.as('dalmas').rpc('list_audit_log', args)) as { data: { reason: string | null }[]; next: unknown }
  const reasons = (page: { data: { reason: string | null }[] }) => page.data.map((row) => row.reason)
  const first = await log({ p_limit: 2 })
  expect(reasons(first)).toEqual([null, 'Reason 2'])
  expect(reasons(await log({ p_limit: 2, p_after: first.next }))).toEqual(['Reason 1', 'Reason 0'])
  expect(reasons(await log({ p_action: 'vehicle.code_rotated' }))).toEqual([null])
  expect(reasons(await log({ p_subject_kind: 'user', p_subject_id: CAST.eve.id }))).toEqual(['Reason 1'])
  expect(await log({ p_actor_id: CAST.dalmas.id })).toMatchObject({ data: [{}, {}, {}] })
  expect(reasons(await log({ p_actor_id: CAST.eve.id }))).toEqual([])
  expect(reasons(await log({ p_action: 'vehicle' }))).toEqual([null])
  expect(reasons(await log({ p_action: 'vehicle.code' }))).toEqual([])
  expect(await log({ p_action: 'user' })).toMatchObject({ data: [{}, {}, {}] })
})

test('says what an event is about, finds it by that or by its reason, and leaves the rest out', async () => {
  await office.db.sql(
    `insert into app.vehicles (id, plate, plate_key, public_code)
     values ('7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60', 'KZZ 900X', 'KZZ900X', 'V-AAAAAAAA')`,
  )
  await office.db.sql(`select app.audit(null, 'vehicle.edited', 'vehicle', '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60', 'Seats counted.'),
                              app.audit(null, 'export.made', 'export', 'audit_log')`)
  const log = async (p_q?: string) => {
    const page = (await office.db.as('dalmas').rpc('list_audit_log', { p_q })) as {
      data: { action: string; about: object }[]
    }
    return page.data.map(({ action, about }) => [action, about])
  }
  const edited = ['vehicle.edited', { plate: 'KZZ 900X' }]
  expect(await log()).toEqual([['export.made', {}], edited])
  for (const words of ['kzz 900', 'seats']) expect(await log(words)).toEqual([edited])
  expect(await log('KZZ 901')).toEqual([])
  await expect(office.db.as('eve').rpc('list_audit_log', { p_q: 'seats' })).rejects.toMatchObject({
    slug: 'role_required',
  })
})

test('sorts the log by time of the action, newest first, whenever the entry was written', async () => {
  await office.db.sql(
    `insert into app.audit_log (at, action, subject_kind, subject_id)
     values ('2026-11-20 08:00Z', 'test.newest', 'x', '1'), ('2026-11-20 06:00Z', 'test.old', 'x', '2'),
            ('2026-11-20 06:00Z', 'test.later', 'x', '3'), ('2026-11-20 07:00Z', 'test.newer', 'x', '4')`,
  )
  const read = async (p_after?: unknown) =>
    (await office.db.as('dalmas').rpc('list_audit_log', { p_limit: 2, p_after })) as {
      data: { subjectId: string }[]
      next: unknown
    }
  const first = await read()
  const rest = await read(first.next)
  expect([...first.data, ...rest.data].map((row) => row.subjectId)).toEqual(['1', '4', '3', '2'])
  expect(rest.next).toBeNull()
})

test('resolves a reason code to its label for the kind of subject, and returns a free-text reason unchanged', async () => {
  const act = (kind: string, reason: string | null, subject = 'review_entry') =>
    office.db.sql(`select app.audit(null, 'review.rejected', $1, 'x', $2, jsonb_build_object('kind', $3::text))`, [
      subject,
      reason,
      kind,
    ])
  await act('report', 'not_transport')
  await act('feedback', 'abusive')
  await act('dispute', 'same_event')
  for (const [kind, reason, subject] of [
    ['feedback', 'not_transport'],
    ['report', null],
    ['report', 'abusive', 'user'],
  ] as const)
    await act(kind, reason, subject)
  const { data } = (await office.db.as('dalmas').rpc('list_audit_log')) as { data: { reasonLabel: unknown }[] }
  expect(data.map(({ reasonLabel }) => reasonLabel)).toEqual([
    null,
    null,
    null,
    { en: 'The same was sent before.', es: 'Lo mismo ya se había enviado.', sw: 'Hili lilikwishatumwa.' },
    { en: 'It insults or threatens.', es: 'Insulta o amenaza.', sw: 'Yanatukana au kutisha.' },
    {
      en: 'It is not about public transport.',
      es: 'No trata del transporte público.',
      sw: 'Halihusu usafiri wa umma.',
    },
  ])
})

test('filters the log by Nairobi dates, both inclusive', async () => {
  await office.db.sql(
    `insert into app.audit_log (at, action, subject_kind, subject_id)
     values ('2026-11-19 20:59Z', 'test.first', 'x', '1'), ('2026-11-19 21:00Z', 'test.second', 'x', '2'),
            ('2026-11-20 20:59Z', 'test.third', 'x', '3'), ('2026-11-20 21:00Z', 'test.fourth', 'x', '4')`,
  )
  const ids = async (args: Record<string, unknown>, name = 'list_audit_log') =>
    ((await office.db.as('dalmas').rpc(name, args)) as { data: { subjectId: string }[] }).data.map(
      (row) => row.subjectId,
    )
  for (const name of ['list_audit_log', 'export_audit_log']) {
    expect(await ids({ p_from: '2026-11-20', p_to: '2026-11-20' }, name)).toEqual(['3', '2'])
    expect(await ids({ p_from: '2026-11-20', p_subject_kind: 'x' }, name)).toEqual(['4', '3', '2'])
    expect(await ids({ p_to: '2026-11-19' }, name)).toEqual(['1'])
    expect(await ids({ p_to: 'infinity', p_from: '-infinity', p_subject_kind: 'x' }, name)).toHaveLength(4)
    await expect(ids({ p_from: '2026-11-21', p_to: '2026-11-20' }, name)).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { path: 'from' },
    })
  }
})
