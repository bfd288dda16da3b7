import { CAST } from '@salama/testing'
import { expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { report, reportAs, decide } = city

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const ADDRESS = 'rider@example.com'

type Mail = { id: string; to: string; locale: string; newOutcome: string; outcome: string | null; hasAccount: boolean }
const server = () => city.db.as('rider_server')
const worker = workerOf(() => city.db)
/** The mails that are due, which a mail server accepts. */
const sent = async () => {
  const jobs = await worker.claim('report_mail')
  for (const job of jobs) await worker.finish(job, job.content)
  return jobs.map(({ content }) => content as Mail)
}
const mailReceipt = (p_email: string | null = ADDRESS, more: object = {}) =>
  server().rpc('mail_receipt', { p_code: CODE, p_email, ...more })
const rows = () => city.db.sql('select user_id, address from app.report_mails')
/** Shifts are from the real time. */
const sentAfter = async (shift: string) => {
  await city.db.shiftClock(shift)
  return sent()
}
/** A robbery waits for a reviewer, and is shown coarsely. */
const robbery = () => reportAs('amina', { p_receipt_code: CODE, p_category: 'robbery' })
/** A crash with an injury is public, and waits for a reviewer. */
const injury = () => reportAs('amina', { p_receipt_code: CODE, p_injury: 'some' })

test('mails the outcome once, five minutes after the decision, to the address given with the code', async () => {
  const { id } = await injury()
  expect(await mailReceipt()).toMatchObject({ isMailed: true })
  expect(await sentAfter('6 minutes')).toEqual([])
  await decide(id, 'approved')
  expect(await sent()).toEqual([])
  const [mail, ...others] = await sentAfter('12 minutes')
  expect([mail, others]).toEqual([
    {
      id: expect.any(String),
      to: ADDRESS,
      locale: 'en',
      newOutcome: 'accepted',
      outcome: 'accepted',
      hasAccount: false,
    },
    [],
  ])
  expect(await sentAfter('1 day')).toEqual([])
})

test('says nothing of the outcome of a report that is not public', async () => {
  const { id } = await robbery()
  await mailReceipt()
  await decide(id, 'rejected', { reasonCode: 'not_transport' })
  expect(await sentAfter('6 minutes')).toMatchObject([{ to: ADDRESS, outcome: null }])
})

test('mails nothing about a decision that was undone in time, nor about what the reporter did', async () => {
  const { id } = await injury()
  await mailReceipt()
  await decide(id, 'rejected', { reasonCode: 'unclear' })
  await city.db.sql(`update app.reports set state = 'in_review', version = version + 1 where id = $1`, [id])
  expect(await sentAfter('6 minutes')).toEqual([])
  await server().rpc('withdraw_receipt', { p_code: CODE })
  expect(await sentAfter('1 hour')).toEqual([])
})

test('mails a second question, too', async () => {
  const { id } = await injury()
  await mailReceipt()
  const ask = () => decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  await ask()
  const [first] = await sentAfter('6 minutes')
  expect(first).toMatchObject({ outcome: 'needs_info' })
  await server().rpc('answer_receipt', { p_code: CODE, p_answer: 'Towards town.' })
  await ask()
  expect(await sentAfter('20 minutes')).toMatchObject([{ outcome: 'needs_info' }])
})

test('mails that a question was not answered in time, though nothing changed the report', async () => {
  const { id } = await injury()
  await mailReceipt()
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  expect(await sentAfter('6 minutes')).toMatchObject([{ outcome: 'needs_info' }])
  expect(await sentAfter('14 days 4 minutes')).toEqual([])
  expect(await sentAfter('14 days 6 minutes')).toMatchObject([{ newOutcome: 'rejected' }])
})

test('mails an outcome once, also where a worker comes after both of its times', async () => {
  const { id } = await injury()
  await mailReceipt()
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which side?' })
  expect(await sentAfter('15 days')).toMatchObject([{ newOutcome: 'rejected' }])
  expect(await sentAfter('16 days')).toEqual([])
})

test('reads the outcome again when a mail is tried again', async () => {
  const { id } = await injury()
  await mailReceipt()
  await decide(id, 'approved')
  await city.db.shiftClock('6 minutes')
  const [job] = await worker.claim('report_mail')
  if (!job) throw new Error('There is no mail')
  await worker.fail(job)
  await city.db.sql(`update app.reports set state = 'withdrawn', version = version + 1 where id = $1`, [id])
  expect(await sentAfter('1 hour')).toEqual([])
})

test('an account gets mails at its own address, for its own reports only, until it ends them', async () => {
  await city.db.sql(
    `insert into auth.users (id, email, email_confirmed_at) values ($1, 'amina@salama.test', now()) on conflict do nothing`,
    [CAST.amina.id],
  )
  const { id } = await report('amina', { p_injury: 'some' })
  const set = (who: 'amina' | 'eve', p_is_on: boolean) =>
    city.db.as(who).rpc('mail_own_report', { p_id: id, p_is_on, p_locale: 'sw' })
  await expect(set('eve', true)).rejects.toMatchObject({ slug: 'not_found' })
  expect(await rows()).toEqual([])
  expect(await set('amina', true)).toMatchObject({ isMailed: true })
  expect(await set('amina', true)).toMatchObject({ isMailed: true })
  await decide(id, 'approved')
  expect(await sentAfter('6 minutes')).toMatchObject([{ to: 'amina@salama.test', locale: 'sw', hasAccount: true }])
  expect(await set('amina', false)).toMatchObject({ isMailed: false })
  expect(await rows()).toEqual([])
})

test('the link in a mail ends the mails, and so does the code without an address', async () => {
  const { id } = await injury()
  await mailReceipt()
  await decide(id, 'approved')
  const [mail] = await sentAfter('6 minutes')
  for (let n = 0; n < 2; n++)
    expect(await server().rpc('stop_report_mails', { p_id: mail?.id })).toEqual({ stopped: true, id: mail?.id })
  expect(await server().rpc('get_receipt', { p_code: CODE })).toMatchObject({ isMailed: false })
  await mailReceipt('other@example.com')
  expect(await mailReceipt(null)).toMatchObject({ isMailed: false })
  expect(await rows()).toEqual([])
})

test('rejects a wrong code, an invalid e-mail address, a closed report and a sixth report for one address', async () => {
  await expect(mailReceipt()).rejects.toMatchObject({ slug: 'not_found' })
  await injury()
  for (const wrong of ['rider', 'a b@example.com', 'rider@example.com\nBcc: x@example.com', `${'a'.repeat(250)}@b.co`])
    await expect(mailReceipt(wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
  const phones = Object.keys(PHONES) as (keyof typeof PHONES)[]
  const codes = [3, 4, 5, 6, 7].map((digit) => `${digit}${CODE.slice(1)}`)
  for (const [n, p_code] of codes.entries()) {
    await reportAs(phones[n % phones.length] ?? 'amina', { p_receipt_code: p_code, p_category: 'hazard' })
    await server().rpc('mail_receipt', { p_code, p_email: 'Rider@example.com' })
  }
  await expect(mailReceipt()).rejects.toMatchObject({ slug: 'rate_limited' })
  expect(await mailReceipt('other@example.com')).toMatchObject({ isMailed: true })
  await server().rpc('withdraw_receipt', { p_code: CODE })
  await expect(mailReceipt('third@example.com')).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('nobody but the server may ask for, claim or end the mails of a code', async () => {
  for (const who of ['eve', 'anon'] as const)
    for (const [name, args] of [
      ['mail_receipt', { p_code: CODE, p_email: ADDRESS }],
      ['claim_jobs', { p_limit: 1 }],
      ['stop_report_mails', { p_id: '7K3M9QXR2H5V8N4P6T1W0Y3C5E' }],
    ] as const)
      await expect(city.db.as(who).rpc(name, args)).rejects.toMatchObject({ code: '42501' })
})

test('the address is deleted with the account, and when the report is erased', async () => {
  const { id } = await report('amina', { p_injury: 'some' })
  await city.db.as('amina').rpc('mail_own_report', { p_id: id, p_is_on: true })
  await city.db.sql(`select app.erase_alerts_of(reporter_id) from app.reports where id = $1`, [id])
  expect(await rows()).toEqual([])
  const sent = await injury()
  await mailReceipt()
  await city.db.sql(`update app.reports set state = 'purged' where id = $1`, [sent.id])
  await city.db.sql('select app.purge_old_alerts()')
  expect(await rows()).toEqual([])
})
