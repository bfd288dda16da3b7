import { randomUUID } from 'node:crypto'
import { addresses, anotherPhone, asJson, cookiesOf, send } from './service.ts'

// A report as the rider app of a phone sends it.

export type Phone = { from: string; cookie: string }

export async function sendReport(fields: object = {}, { from = anotherPhone(), cookie = '' }: Partial<Phone> = {}) {
  const id = randomUUID()
  const place = { lat: -1.2812 + Math.random() / 100, lng: 36.8226 + Math.random() / 100, accuracyM: 20 }
  const { headers, body } = asJson({ id, category: 'hazard', place, ...fields })
  const url = `${addresses.rider}/api/report-incident`
  const reply = await send(url, {
    method: 'POST',
    from,
    body,
    headers: { ...headers, origin: addresses.rider, cookie },
  })
  return { id, reply, phone: { from, cookie: cookie || cookiesOf(reply) } }
}

export const sendPhoto = (report: string, photo: Buffer, { from, cookie }: Phone) =>
  send(`${addresses.rider}/api/report-incident/${report}/photos?photoId=${randomUUID()}`, {
    method: 'POST',
    from,
    body: photo,
    headers: { 'content-type': 'image/jpeg', origin: addresses.rider, cookie },
  })
