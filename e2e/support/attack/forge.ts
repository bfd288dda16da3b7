import { createHmac, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { PEOPLE } from '@salama/local-supabase/people'
import { signToken } from '../../../packages/processes/src/server-token.mjs'
import { secrets, supabase } from './service.ts'

// Access tokens that nobody issued.

const now = () => Math.floor(Date.now() / 1000)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (others: object = {}) => ({
  sub: PEOPLE.dalmas.id,
  role: 'authenticated',
  aud: 'authenticated',
  iat: now() - 30,
  exp: now() + 3600,
  ...others,
})

/** Signed as the service signs. */
const withRealKey = (payload: object) => signToken(payload, secrets().signingKeys)

/** Signed with HMAC-SHA-256 by some key. */
function withKey(key: string | Buffer, payload: object = claims(), header: object = {}): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** One that was right until a minute ago. */
export const expired = () => withRealKey(claims({ iss: `${supabase}/auth/v1`, sub: PEOPLE.amina.id, exp: now() - 60 }))

const unsigned = (alg: string) => `${encode({ alg, typ: 'JWT' })}.${encode(claims())}.`

/** Signed by a key of the attacker's, which the header brings along. */
function withOwnKey(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const jwk = publicKey.export({ format: 'jwk' })
  const signed = `${encode({ alg: 'ES256', typ: 'JWT', jwk, jku: 'http://127.0.0.1:9/keys' })}.${encode(claims())}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** By what each pretends. `real` is a right token of a rider's, `published` what the service publishes about its keys. */
export function forgeries(real: string, published: string): [name: string, token: string][] {
  const { deviceSecret, publishableKey, secretKey, signingKeys } = secrets()
  const [signing] = signingKeys
  if (!signing) throw new Error('The service has no key')
  const { d: _, ...publicKey } = signing
  const { kid } = publicKey
  const iss = `${supabase}/auth/v1`
  const pem = createPublicKey({ key: publicKey, format: 'jwk' }).export({ format: 'pem', type: 'spki' })
  const [header = '', payload = '', signature = ''] = real.split('.')
  const parts = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = (others: object) => `${header}.${encode({ ...parts, ...others })}.${signature}`
  return [
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, string] => [`alg ${alg || 'left out'}`, unsigned(alg)]),
    ['a key of the attacker’s', withKey(randomBytes(48))],
    ['an empty key', withKey(Buffer.alloc(0))],
    ['a key of the attacker’s in its header', withOwnKey()],
    ['a file as its key', withKey('', claims(), { kid: '../../../../dev/null' })],
    ['key confusion: the publishable key as secret', withKey(publishableKey)],
    ['key confusion: the published keys as secret', withKey(published)],
    ['key confusion: the published key as secret', withKey(JSON.stringify(publicKey), claims(), { kid })],
    ['key confusion: the published key as PEM as secret', withKey(String(pem), claims(), { kid })],
    ['HMAC with what the service signs with', withKey(JSON.stringify(signing), claims(), { kid })],
    ['HMAC with another secret of the service', withKey(deviceSecret)],
    ['HMAC with the secret key', withKey(secretKey, claims({ role: 'service_role' }))],
    ['HMAC, named as the key of the service', withKey(randomBytes(32), claims(), { alg: 'ES256', kid })],
    ['another person in a real token', changed({ sub: PEOPLE.dalmas.id })],
    ['a later end in a real token', changed({ exp: now() + 10 ** 8 })],
    ['a real token without its signature', `${header}.${payload}.`],
    ['a real token, signed with a byte less', real.slice(0, -2)],
    ['the real key, for another audience', withRealKey(claims({ iss, aud: 'somewhere-else' }))],
    ['the real key, for no audience', withRealKey(claims({ iss, aud: undefined }))],
    ['the real key, of another issuer', withRealKey(claims())],
    ['the real key, ended', expired()],
    ['the real key, from tomorrow on', withRealKey(claims({ iss, nbf: now() + 86_400 }))],
    ['the real key, without an end', withRealKey(claims({ iss, exp: undefined }))],
    ['the real key, service_role', withRealKey(claims({ iss, sub: undefined, role: 'service_role' }))],
    ['the real key, service_role of a person', withRealKey(claims({ iss, role: 'service_role' }))],
    ['the real key, a server’s role', withRealKey(claims({ iss, sub: undefined, role: 'admin_server' }))],
    ['the publishable key', publishableKey],
    ['the secret key', secretKey],
  ]
}
