import { randomUUID } from 'node:crypto'
import { filled, routes } from './routes.ts'
import { type App, type Attack, addresses, cookieOf, type Person, send } from './service.ts'

// Changes that another site's page makes a signed-in browser send: every route file of every app.

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const SIGNED_IN: Record<App, Person> = {
  api: 'amina',
  rider: 'amina',
  surveyor: 'chebet',
  learning: 'amina',
  admin: 'dalmas',
}
/** What a form of another page sends without a question of the browser beforehand, and what a script does. */
const BODIES = [
  ['application/x-www-form-urlencoded', 'locale=en&flow=sign-in'],
  ['text/plain', '{}'],
  ['application/json', '{}'],
] as const
/** Parts of addresses that decide what happens. */
const PARTS: Record<string, string> = { action: 'sign-out-everywhere', nextauth: 'signout' }

const originsFor = (app: App): Record<string, string>[] => {
  const { port } = new URL(addresses[app])
  const origins = [
    'null',
    'https://evil.test',
    `http://localhost.evil.test:${port}`,
    `http://evil-localhost:${port}`,
    'http://localhost',
    `https://localhost:${port}`,
    addresses[app === 'rider' ? 'learning' : 'rider'],
  ]
  return [
    ...origins.map((origin) => ({ origin })),
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site', host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ]
}

const REFUSED = [401, 403, 404, 405]

export const crossOrigin: Attack = async (_seed, tick) => {
  const findings: string[] = []
  let tries = 0
  for (const { app, path } of routes) {
    const cookie = await cookieOf(SIGNED_IN[app], app)
    const url = addresses[app] + filled(path, (name) => PARTS[name] ?? randomUUID())
    for (const given of originsFor(app))
      for (const [n, method] of METHODS.entries()) {
        const [type, body] = BODIES[(tries + n) % BODIES.length] ?? BODIES[0]
        const reply = await send(url, { method, headers: { cookie, 'content-type': type, ...given }, body })
        const isChanged = reply.headers.getSetCookie().some((each) => /session-token|device/.test(each))
        if (!REFUSED.includes(reply.status) || isChanged)
          findings.push(`${method} ${app} ${path} from ${JSON.stringify(given)}: ${reply.status}`)
        tries += 1
        tick()
      }
  }
  for (const [app, person] of Object.entries(SIGNED_IN))
    if (
      !(
        await send(`${addresses[app as App]}/api/auth/session`, {
          headers: { cookie: await cookieOf(person, app as App) },
        })
      ).text.includes(person)
    )
      findings.push(`the session of ${person} in ${app} ended`)
  return { tries, findings }
}
