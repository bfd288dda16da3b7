import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import { bodyOf, type Known, type Operation, urlOf } from '../../../apps/api/test/call-operation.ts'
import { codeOf } from './access.ts'
import { filled, routes } from './routes.ts'
import {
  type App,
  type Attack,
  addresses,
  api,
  cookieOf,
  newRider,
  type Person,
  patiently,
  tokenOf,
} from './service.ts'
import { idsIn, knownThings } from './things.ts'

// What belongs to one person, asked for, changed and deleted by another. A foreign id must be answered like one that
// nothing has, and afterwards its owner must have what they had.

const OWNERS: readonly Person[] = ['amina', 'baraka', 'chebet']
/** Ids of each owner, from the whole of what they have. */
const MOST = 3
/** So many that the limit of what one may write is not what refuses them. */
const STRANGERS = 7

const exportOf = async (person: Person) => (await api.call('GET', '/api/v1/me/export', { as: person })).text()

/** An export without what differs each time. */
const lasting = (text: string) => text.replace(/"(exportedAt|lastUsedAt|asOf)":\s*"[^"]*",?/g, '')

/** Operations of people about what is theirs: no others take the id of something private. */
const isOwn = ({ access, path }: Operation) =>
  /\{(\w*[iI]d|code)\}/.test(path) &&
  access !== 'public' &&
  !(typeof access === 'object' && 'role' in access && access.role === 'admin')

/** The operations and the routes of the apps that a person may try, each with an id. */
function triesOf(person: string, isSurveyor: boolean, known: Known) {
  const ofApi = operations.filter(isOwn).filter(({ access }) => !isSurveyor || typeof access === 'object')
  const apps: App[] = isSurveyor ? ['surveyor'] : ['rider', 'learning']
  const ofApps = routes.filter(({ app, path }) => apps.includes(app) && /\/api\/.*\[\w*[iI]d\]/.test(path))
  return [
    ...ofApi.map((op) => ({
      what: op.name,
      ask: async (id: string) => {
        const params = Object.fromEntries(Object.keys(op.examples.params ?? {}).map((name) => [name, id]))
        const body = op.body && bodyOf(op.examples.body, known)
        const url = urlOf(op, params, op.examples.query ?? {})
        const reply = await api.call(op.method.toUpperCase(), url, { token: await tokenOf(person), body })
        return `${reply.status} ${reply.ok ? '' : codeOf(await reply.text())}`
      },
    })),
    ...ofApps.flatMap(({ app, path }) =>
      ['GET', 'POST', 'PUT', 'DELETE'].map((method) => ({
        what: `${method} ${app} ${path}`,
        ask: async (id: string) => {
          const cookie = await cookieOf(person, app)
          const headers = { cookie, origin: addresses[app], 'content-type': 'application/json' }
          const url = addresses[app] + filled(path, () => id)
          const reply = await patiently(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
          return `${reply.status} ${reply.status < 300 ? '' : codeOf(reply.text)}`
        },
      })),
    ),
  ]
}

export const foreignIds: Attack = async (_seed, tick) => {
  const findings: string[] = []
  let tries = 0
  const strangers = ['eve']
  while (strangers.length <= STRANGERS) strangers.push((await newRider()).email)
  const known = await knownThings()
  const shared = new Set(idsIn(await exportOf('eve')))
  for (const op of operations.filter(({ method, access }) => method === 'get' && access === 'public'))
    for (const id of idsIn(await (await api.call('GET', urlOf(op, {}, op.examples.query ?? {}))).text())) shared.add(id)
  for (const owner of OWNERS) {
    const before = await exportOf(owner)
    const ids = idsIn(before).filter((id) => !isPublic(id, shared, before))
    const some = ids.filter((_, n) => n % Math.ceil(ids.length / MOST) === 0)
    if (some.length === 0) findings.push(`${owner} has nothing of their own to ask for`)
    for (const [n, id] of some.entries())
      for (const stranger of [
        strangers[(n * OWNERS.length + OWNERS.indexOf(owner)) % strangers.length] ?? 'eve',
        'chebet',
      ])
        for (const { what, ask } of stranger === owner ? [] : triesOf(stranger, stranger === 'chebet', known)) {
          const [foreign, nothing] = [await ask(id), await ask(randomUUID())]
          tries += 1
          tick()
          if (foreign !== nothing)
            findings.push(`${what} by ${stranger} with an id of ${owner}: ${foreign}, with an unknown one: ${nothing}`)
        }
    if (lasting(await exportOf(owner)) !== lasting(before)) findings.push(`what ${owner} has was changed by others`)
  }
  return { tries, findings }
}

/** Incidents, stops and the like are named in an export, but belong to nobody. */
const isPublic = (id: string, shared: Set<string>, text: string) =>
  shared.has(id) ||
  new RegExp(`"(incident|stop|stage|corridor|vehicle|module|course|route|sacco)Id":\\s*"${id}"`).test(text)
