import type { APIRequestContext } from '@playwright/test'
import { CAST, PASSWORD } from '@salama/testing'
import { ERRORS } from '../../packages/domain/src/shared/errors.ts'
import { documentBytes, scriptsOfBuilds } from '../support/first-load.ts'
import { hazardAtKoja, nearKoja } from '../support/report.ts'
import { robbery } from '../support/review.ts'
import { signedIn } from '../support/session.ts'
import { address, expect, test } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

// What a page answers to a request alone: its status, where it leads, and what it says to crawlers and phones.

test('what does not exist is not found, and says so in its title', async ({ request }) => {
  for (const [app, name] of [
    ['rider', 'Salama'],
    ['learning', 'Salama Learning'],
    ['surveyor', 'Salama Surveyor'],
    ['api', 'Salama for developers'],
  ] as const) {
    const answer = await request.get(`${address(app)}/en/nonsense`)
    const isTitled = (await answer.text()).includes(`Page not found · ${name}`)
    expect([app, answer.status(), isTitled]).toEqual([app, 404, true])
  }
  for (const path of ['/en/x/%25', '/sw/%25', '/%25', '/v/%25', '/en/v/%25%32'])
    expect((await request.get(`${address()}${path}`)).status(), path).toBe(404)
  const incident = await request.get(`${address()}/en/incidents/00000000-0000-4000-8000-000000000000`)
  expect(incident.status()).toBe(404)
  const code = await request.get(`${address()}/en/v/V-00000000`)
  expect([code.status(), (await code.text()).includes('No vehicle has this code')]).toEqual([404, true])
  const keys = await request.get(`${address('api')}/en/keys?cursor=forged`, { headers: await signedIn('amina', 'api') })
  expect(keys.status()).toBe(404)
})

test('the list is in the page, before and without its scripts', async ({ request }) => {
  await hazardAtKoja()
  expect((await (await request.get(nearKoja())).text()).includes('Near Koja')).toBe(true)
})

test('the first page with all reports of the city is at most 90 kB, and no app sends its validation library', async () => {
  expect(await documentBytes(`${address()}/en?radiusM=25000`)).toBeLessThan(90_000)
  const { all, validating } = scriptsOfBuilds()
  expect(all.length).toBeGreaterThan(100)
  expect(validating).toEqual([])
})

test('a page that needs an account leads to sign-in and back, and a language that was chosen stays', async ({
  request,
}) => {
  const goes = async (path: string, headers = {}) => {
    const answer = await request.get(`${address()}${path}`, { maxRedirects: 0, headers })
    return [answer.status(), answer.headers().location?.replace(address(), '')]
  }
  expect(await goes('/en/my-reports')).toEqual([307, '/en/sign-in?callbackUrl=%2Fen%2Fmy-reports'])
  expect(await goes(`/v/${STICKER}`, { 'accept-language': 'sw' })).toEqual([307, `/sw/v/${STICKER}`])
  expect(await goes('/', { 'accept-language': 'en' })).toEqual([307, '/en'])
  expect(await goes('/', { 'accept-language': 'en', cookie: 'NEXT_LOCALE=sw' })).toEqual([307, '/sw'])
})

test('the console denies its pages to an account without a role, and shows no data', async ({ request }) => {
  await robbery('amina', { note: 'Secret words' })
  const headers = await signedIn('eve', 'admin')
  for (const path of [
    'review',
    'review/5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c10',
    'dashboard',
    'users',
    'assignments',
    'assignments/new',
    'vehicles',
    'learning',
    'saccos',
    'saccos/duplicates',
    'network',
    'audit',
  ]) {
    const answer = await request.get(`${address('admin')}/en/${path}`, { headers })
    const text = await answer.text()
    const said = ['Only admins can use the console', 'Secret words'].map((words) => text.includes(words))
    expect([path, answer.status(), ...said]).toEqual([path, 403, true, false])
  }
})

test('no script can read the tokens of a session', async ({ request }) => {
  const data = { email: CAST.amina.email, password: PASSWORD, flow: 'sign-in', locale: 'en' }
  const headers = { origin: address() }
  const answer = await request.post(`${address()}/api/account/sign-in`, { headers, data })
  const cookies = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  const session = cookies.map(({ value }) => value).filter((value) => value.includes('session-token='))
  expect(session).toEqual([expect.stringMatching(/^salama-rider\.session-token=.*HttpOnly; SameSite=Lax/)])
  const shown = await (await request.get(`${address()}/api/auth/session`)).text()
  expect(shown).toContain(CAST.amina.email)
  expect(shown).not.toMatch(/token|eyJ/i)
})

test('a shared link has a title and a picture, and crawlers find the public pages', async ({ request }) => {
  const { incidentId } = await hazardAtKoja()
  const sitemap = await (await request.get(`${address()}/sitemap.xml`)).text()
  const route = /\/sw(\/routes\/[^<"]+)["<]/.exec(sitemap)?.[1] ?? ''
  for (const path of [`/incidents/${incidentId}`, `/v/${STICKER}`, '/corridors/thika-road', route, '']) {
    const page = await (await request.get(`${address()}/sw${path}`)).text()
    const content = (property: string) => RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1] ?? ''
    expect(content('og:title')).not.toBe('')
    expect(content('og:url')).toBe(`${address()}/sw${path}`)
    const picture = await request.get(content('og:image'))
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    expect(sizeOf(await picture.body())).toBe('1200x630')
  }
  const unknown = await request.get(`${address()}/en/incidents/00000000-0000-4000-8000-000000000000/picture`)
  expect(await unknown.body()).toEqual(await (await request.get(`${address()}/en/picture`)).body())

  const robots = await (await request.get(`${address()}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${address()}/sitemap.xml`)
  expect(robots).toContain('Disallow: /*/my-reports')
  expect(sitemap).toContain(`<loc>${address()}/sw/corridors/thika-road</loc>`)
  expect(sitemap).toContain(`hreflang="sw" href="${address()}/sw/corridors"`)
  expect(sitemap).not.toMatch(/\/v\/V-|incidents|my-reports|account/)
})

type Icon = { src: string; sizes: string; type: string; purpose?: string }

test('every app has a manifest, with icons of the declared sizes', async ({ request }) => {
  for (const app of ['rider', 'surveyor', 'learning', 'admin'] as const) {
    const manifest = await manifestOf(request, app)
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
    expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      'any any',
    ])
    for (const { src, sizes, type } of manifest.icons) {
      const reply = await request.get(`${address(app)}${src}`)
      expect([reply.status(), reply.headers()['content-type']]).toEqual([200, type])
      if (type === 'image/png') expect(sizeOf(await reply.body())).toBe(sizes)
    }
  }
})

async function manifestOf(
  request: APIRequestContext,
  app: Parameters<typeof address>[0],
): Promise<{ icons: Icon[] } & Record<string, unknown>> {
  const page = await (await request.get(`${address(app)}/en`)).text()
  const [, href] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? []
  return (await request.get(`${address(app)}${href}`)).json()
}

/** Width and height of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('every error code has its page, and the service says whether it works', async ({ request }) => {
  for (const code of Object.keys(ERRORS))
    expect((await request.get(`${address('api')}/errors/${code}`)).status()).toBe(200)
  expect((await request.get(`${address('api')}/errors/no_such_code`)).status()).toBe(404)
  const { type } = await (await request.get(`${address('api')}/api/v1/incidents`)).json()
  expect((await request.get(type)).status()).toBe(200)
  const status = await (await request.get(`${address('api')}/en/status`)).text()
  expect(status.includes('Everything is working')).toBe(true)
})
