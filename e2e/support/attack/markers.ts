import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@salama/domain/contract'
import { paramsOf, urlOf } from '../../../apps/api/test/call-operation.ts'
import { DECODED_APART } from '../../../packages/domain/src/photos/test/hostile-photos.ts'
import { leakIn } from './leaks.ts'
import { sendPhoto, sendReport } from './report.ts'
import { filled, pages, routes } from './routes.ts'
import { type App, type Attack, addresses, api, cookieOf, dataDir, type Person, send } from './service.ts'
import { knownThings } from './things.ts'

// Unique words in everything private that a person can write, and then everything that others can read: pages, lists,
// feeds, exports, pictures, errors and the log files of this computer.

const OTHERS: [person: Person | undefined, apps: App[]][] = [
  [undefined, ['api', 'rider', 'surveyor', 'learning', 'admin']],
  ['eve', ['rider', 'learning']],
  ['chebet', ['surveyor']],
]
const CONTACT = 'report.mail@'

export const markers: Attack = async (_seed, tick) => {
  const words = new Map<string, string>()
  const word = (what: string) => {
    const made = `zq${randomUUID().replaceAll('-', '').slice(0, 12)}`
    words.set(made, what)
    return made
  }
  await writeEverywhere(word)
  const own = await (await api.call('GET', '/api/v1/me/export', { as: 'amina' })).text()
  const findings = [...words].flatMap(([made, what]) =>
    / of an account’s| of a rating/.test(what) && !own.includes(made)
      ? [`${what} was not written, so it cannot be found`]
      : [],
  )
  let tries = 0
  const look = (text: string, where: string) => {
    tries += 1
    tick()
    for (const [made, what] of words) if (text.includes(made)) findings.push(`${what} is in ${where}`)
    if (leakIn(text) && !where.startsWith('the log')) findings.push(`${where} ${leakIn(text)}`)
  }
  const known = await knownThings()
  const valueFor = (_: string, before: string) => known.of(before)[0] ?? 'KZZ 101D'
  for (const [person, apps] of OTHERS) {
    for (const { app, path } of [...pages, ...routes].filter((each) => apps.includes(each.app))) {
      const cookie = person ? await cookieOf(person, app) : ''
      for (const url of [filled(path, valueFor), filled(path, () => randomUUID())])
        look(
          (await send(addresses[app] + url, { headers: { cookie } })).text,
          `${app} ${path} for ${person ?? 'nobody'}`,
        )
    }
    for (const op of operations.filter(({ method }) => method === 'get')) {
      const url = urlOf(op, paramsOf(op, known), op.examples.query ?? {})
      look(await (await api.call('GET', url, person && { as: person })).text(), `${op.name} for ${person ?? 'nobody'}`)
    }
  }
  for (const file of globSync('logs/*', { cwd: dataDir }))
    look(readFileSync(join(dataDir, file), 'utf8'), `the log ${file}`)
  return { tries, findings }
}

/** Fills in what the rider app lets a person write, also where it is refused. */
async function writeEverywhere(word: (what: string) => string): Promise<void> {
  const amina = { cookie: await cookieOf('amina', 'rider') }
  const receiptCode = 'K'
    .repeat(26)
    .replaceAll('K', () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Math.trunc(Math.random() * 32)] ?? '0')
  const sensitive = await sendReport({ category: 'assault', note: word('the note of an assault'), receiptCode })
  const signedIn = await sendReport({ category: 'theft', note: word('the note of an account’s report') }, amina)
  await sendReport({ category: 'crash', note: word('the note of a crash') })
  await sendReport({
    category: 'nothing',
    note: word('the note of a refused report'),
    extra: word('a field that does not exist'),
  })
  const [, , make] = DECODED_APART.find(([name]) => name.includes('zip')) ?? []
  const photo = (await make?.()) ?? Buffer.alloc(0)
  for (const { id, phone } of [sensitive, signedIn])
    await sendPhoto(id, withExif(photo, word('the metadata of a photo')), phone)
  const post = (path: string, body: object, cookie = '') =>
    send(addresses.rider + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: addresses.rider, cookie },
    })
  await post('/api/receipt/mail', { code: receiptCode, email: `${CONTACT}${word('the contact of a report')}.test` })
  await post('/api/receipt/add', {
    id: randomUUID(),
    code: receiptCode,
    text: word('an addition'),
    note: word('an addition'),
  })
  await post('/api/receipt/look', { code: word('a wrong receipt code') })
  await post('/api/account/sign-in', {
    email: `${word('a tried address')}@x.test`,
    password: word('a tried password'),
    locale: 'en',
    flow: 'sign-in',
  })
  const rating = {
    id: randomUUID(),
    vehicle: { identifier: 'KZZ 101D' },
    stars: 2,
    comment: word('the comment of a rating'),
  }
  await api.call('POST', '/api/v1/feedback', { as: 'amina', body: rating })
  await api.call('GET', '/api/v1/auth/me', { token: word('a wrong token') })
  await api.call('GET', '/api/v1/incidents', { headers: { 'x-api-key': `svc_live_${word('a wrong API key')}` } })
}

/** The words in the metadata of a JPEG, as a camera writes them. */
function withExif(jpeg: Buffer, words: string): Buffer {
  const note = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(words)])
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, note.length + 2]), note, jpeg.subarray(2)])
}
