import { setTimeout as sleep } from 'node:timers/promises'
import { repeatedly } from './load.ts'
import type { Service } from './service.ts'

/** The worker tries again after a minute. */
const PATIENCE_MS = 100_000

/** A report whose sender is to be told that it is public. */
const ASK_FOR_MAIL = `
  with m as (insert into app.report_mails (report_id, address, locale, mailed_outcome, created_at)
             select r.id, $1, 'en', 'received', now() from app.reports r
              where r.state = 'linked' and not exists (select from app.report_mails m where m.report_id = r.id) limit 1
             returning id)
  select app.enqueue('report_mail', m.id) from m`

/** Each second a code, which Auth mails, and a mail about a report, which the worker sends. */
export function askForMails({ rider, database }: Service) {
  const asked: string[] = []
  const code = async () => {
    const email = `code-${Date.now()}@example.org`
    const body = JSON.stringify({ email, locale: 'en', flow: 'sign-up' })
    const headers = { 'content-type': 'application/json', origin: rider }
    const response = await fetch(`${rider}/api/account/code`, { method: 'POST', headers, body }).catch(() => undefined)
    if (response?.ok) asked.push(email)
  }
  const aboutReport = async () => {
    const email = `report-${Date.now()}@example.org`
    if ((await database.query(ASK_FOR_MAIL, [email])).length > 0) asked.push(email)
  }
  const works = [code, aboutReport].map((work): [number, typeof work] => [1000, work])
  return { asked, finish: repeatedly(works) }
}

/** How many came, how many twice, and when the last. */
export async function countMails(
  { mails }: Service,
  { asked, finish }: ReturnType<typeof askForMails>,
  endedAt: number,
) {
  await finish()
  const cameTo = (to: string) => mails.arrived.filter((mail) => mail.to === to)
  const missing = () => asked.filter((to) => cameTo(to).length === 0).length
  for (const until = performance.now() + PATIENCE_MS; missing() > 0 && performance.now() < until; ) await sleep(200)
  const twice = asked.filter((to) => cameTo(to).length > 1).length
  const lastS = Math.max(0, ...asked.flatMap(cameTo).map(({ at }) => at - endedAt)) / 1000
  const counts = `${asked.length} mails, ${missing()} lost, ${twice} twice`
  return { text: `${counts}, the last ${lastS.toFixed(0)} s after the fault`, isMissing: missing() + twice > 0 }
}
