import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { PEOPLE } from '@salama/local-supabase/people'
import { secrets } from './service.ts'

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

/** Signed with HMAC-SHA-256 by some key. */
function withKey(key: string | Buffer, payload: object = claims(), header: object = {}): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** One that was right until a minute ago. */
export const expired = () => withKey(secrets().jwtSecret, claims({ sub: PEOPLE.amina.id, exp: now() - 60 }))

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
  const { jwtSecret, publishableKey, secretKey } = secrets()
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
    ['another person in a real token', changed({ sub: PEOPLE.dalmas.id })],
    ['a later end in a real token', changed({ exp: now() + 10 ** 8 })],
    ['a real token without its signature', `${header}.${payload}.`],
    ['a real token, signed with a byte less', real.slice(0, -2)],
    ['the secret, for another audience', withKey(jwtSecret, claims({ aud: 'somewhere-else' }))],
    ['the secret, for no audience', withKey(jwtSecret, claims({ aud: undefined }))],
    ['the secret, ended', expired()],
    ['the secret, from tomorrow on', withKey(jwtSecret, claims({ nbf: now() + 86_400 }))],
    ['the secret, without an end', withKey(jwtSecret, claims({ exp: undefined }))],
    ['the secret, HS512', withKey(jwtSecret, claims(), { alg: 'HS512' })],
    ['service_role', withKey(jwtSecret, claims({ sub: undefined, role: 'service_role' }))],
    ['service_role of a person', withKey(jwtSecret, claims({ role: 'service_role' }))],
    ['a server’s role', withKey(jwtSecret, claims({ sub: undefined, role: 'admin_server' }))],
    ['the publishable key', publishableKey],
    ['the secret key', secretKey],
  ]
}
