import { expect } from '@playwright/test'
import { type Client, createClient } from '@salama/client'
import { type PersonName, signIn } from '@salama/testing'
import { documented } from '../../apps/api/test/document.ts'
import { drift } from '../../apps/api/test/drift.ts'
import { TRANSPORT } from '../../apps/api/test/over-http.ts'
import { stack } from './env.ts'

/** The API as another system uses it: over HTTP, with the typed client and a user's access token. */
export async function apiAs(person: PersonName): Promise<Client> {
  return createClient({ baseUrl: stack().addresses.api, token: await tokenOf(person), fetch: asDescribed })
}

/** A user's access token, obtained as in the README's first call. */
export const tokenOf = async (person: PersonName) => (await signIn(stack().supabase, person)).accessToken

/** Sends a request and checks its response against the published OpenAPI document. */
async function asDescribed(request: Request): Promise<Response> {
  const { method } = request
  const sent = request.body === null ? undefined : await request.clone().text()
  const response = await fetch(request)
  const headers = new Headers([...response.headers].filter(([name]) => !TRANSPORT.includes(name)))
  const received = await response.clone().text()
  const address = addressed(request)
  // Soft, because the client never throws: the test fails whatever the caller does with this response.
  expect.soft(drift({ method, ...address, request, sent, status: response.status, headers, received })).toEqual([])
  return response
}

/** The documented path that matches a request's URL, with the values of its path parameters. */
function addressed({ method, url }: Request): { path: string; params: Record<string, string> } {
  const { pathname } = new URL(url)
  const paths = [...documented.keys()]
    .filter((key) => key.startsWith(`${method.toLowerCase()} `))
    .map((key) => key.split(' ')[1] ?? '')
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  for (const path of paths) {
    const match = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname)
    if (match) return { path, params: { ...match.groups } }
  }
  return { path: pathname, params: {} }
}
