import { DomainError, operation } from '@salama/domain/shared'
import { useCase as asUseCase } from '@salama/domain/use-case'
import { createRoute } from '@salama/http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { appCaller } from './caller.ts'
import { decodeForm, withForm } from './form.ts'

const tea = operation({
  name: 'orderTea',
  method: 'post',
  path: '/tea',
  tag: 'Test',
  summary: 's',
  description: 'd',
  access: 'public',
  body: z.strictObject({ cups: z.enum(['1', '2']), milk: z.array(z.string()).optional(), note: z.string().optional() }),
  reply: z.object({ cups: z.string() }),
  acceptsForm: true,
  errors: [],
  cache: 'no-store',
  examples: { reply: {} },
})
const orderTea = asUseCase(tea, async (_, { cups, note }) => {
  if (note === 'bug') throw new TypeError('the secret cause')
  if (note === 'milk') throw new DomainError('unknown_stop')
  return { cups }
})
const post = withForm(createRoute(appCaller)({ POST: orderTea }).POST, (sent, { searchParams }) => {
  return `/${searchParams.get('locale')}/tea/${encodeURIComponent(sent.get('cups') ?? '')}`
})

async function send(body: string, headers: Record<string, string> = {}) {
  const response = await post(
    new Request('http://localhost:3003/tea', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
        ...headers,
      },
    }),
    { params: Promise.resolve({}) },
  )
  const cookie = response.headers.get('set-cookie') ?? ''
  const location = response.headers.get('location') ?? ''
  const mark = new URL(location, 'http://x').searchParams.get('again')
  return { response, cookie, location, saved: decodeForm(/^[\w.-]+=([^;]*)/.exec(cookie)?.[1] ?? '', mark) }
}

test('redirects an accepted form to its page, and clears the saved one', async () => {
  const { response, location, cookie } = await send('cups=2')
  expect([response.status, location]).toEqual([303, '/null/tea/2?done=1'])
  expect(cookie).toMatch(/^salama-learning\.form=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('redirects a rejected form back with its problem and values, none of them in the URL', async () => {
  const { response, location, cookie, saved } = await send('cups=3&milk=a&milk=b&note=Chai+ya+maziwa')
  expect(response.status).toBe(303)
  expect(location).toMatch(/^\/null\/tea\/3\?again=[0-9a-f-]{36}$/)
  expect(cookie).toMatch(/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  expect(saved).toEqual({
    code: 'invalid_request',
    paths: ['cups'],
    values: { cups: ['3'], milk: ['a', 'b'], note: ['Chai ya maziwa'] },
  })
})

test('redirects back for a domain error and for an internal error', async () => {
  expect((await send('cups=1&note=milk')).saved?.code).toBe('unknown_stop')
  const { saved, cookie } = await send('cups=1&note=bug')
  expect(saved).toMatchObject({ code: 'internal', values: { note: ['bug'] } })
  expect(Buffer.from(cookie, 'base64url').toString()).not.toContain('secret')
})

test('rejects a cross-site form, and saves nothing of it', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': '' },
  ]) {
    const { response, cookie } = await send('cups=2', headers)
    expect([response.status, cookie]).toEqual([403, ''])
    expect(await response.json()).toMatchObject({ code: 'cross_site_request' })
  }
})

test('fills only the page that asks for a saved form by its id', async () => {
  const { cookie } = await send('cups=3')
  const value = /=([^;]*)/.exec(cookie)?.[1] ?? ''
  for (const mark of [undefined, '', 'x', ['x']]) expect(decodeForm(value, mark)).toBeNull()
  for (const broken of ['', 'e30', 'not base64', value.slice(9)]) expect(decodeForm(broken, undefined)).toBeNull()
})

test('drops the longest values that do not fit into a cookie', async () => {
  const { cookie, saved } = await send(`cups=3&milk=a&note=${'ا'.repeat(3000)}`)
  expect(cookie.length).toBeLessThan(4096)
  expect(saved?.values).toEqual({ cups: ['3'], milk: ['a'] })
  expect((await send(`cups=3&note=${'x'.repeat(70_000)}`)).saved).toMatchObject({ code: 'body_too_large', values: {} })
})

test('answers JSON with JSON', async () => {
  const { response } = await send('{"cups":"1"}', { 'content-type': 'application/json', accept: 'application/json' })
  expect([response.status, await response.json()]).toEqual([200, { cups: '1' }])
})
