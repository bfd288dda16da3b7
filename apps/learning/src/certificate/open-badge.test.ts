import { generateKeyPairSync } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { credentialOf, publicKey, signBadge, signingKey } from './open-badge.ts'

const base = 'https://learn.test'
const certificate = {
  code: '7K3M9-QXR2H-T8WBN-4CJ6E',
  course: { slug: 'ride-safely', title: 'Ride safely', summary: 'What you can do.' },
  issuedOn: '2026-11-20',
  displayName: null,
}
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = signingKey(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'))

const typed = (name: string) => z.tuple([z.literal(name)])
const Identity = z.object({
  type: z.literal('IdentityObject'),
  hashed: z.literal(false), // with true it would be a hash, with a salt
  identityHash: z.string().min(1),
  identityType: z.enum(['identifier', 'name']),
})
/** What the JSON schema of AchievementCredential (Open Badges 3.0) and the data model (VC 2.0) require, as we use it. */
const AchievementCredential = z.object({
  '@context': z.tuple([
    z.literal('https://www.w3.org/ns/credentials/v2'),
    z.literal('https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'),
  ]),
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  name: z.string().min(1),
  issuer: z.object({ id: z.url(), type: typed('Profile'), name: z.string(), url: z.url() }),
  validFrom: z.iso.datetime({ offset: true }),
  credentialSubject: z.object({
    id: z.url(),
    type: typed('AchievementSubject'),
    identifier: z.array(Identity).min(1),
    achievement: z.object({
      id: z.url(),
      type: typed('Achievement'),
      achievementType: z.literal('CertificateOfCompletion'),
      name: z.string().min(1),
      description: z.string().min(1),
      criteria: z.object({ narrative: z.string().min(1) }),
    }),
  }),
  evidence: z.array(z.object({ id: z.url(), type: typed('Evidence'), name: z.string() })),
})

test('has what Open Badges 3.0 requires, and nothing else', () => {
  for (const displayName of [null, 'Amina']) {
    const badge = credentialOf({ ...certificate, displayName }, base, 'Every lesson, every quiz.')
    expect(AchievementCredential.parse(badge)).toEqual(badge)
  }
})

test('names the holder only by the name that they chose', () => {
  const badge = credentialOf({ ...certificate, displayName: 'Amina' }, base, '')
  expect(badge.credentialSubject.identifier[1]).toMatchObject({ identityType: 'name', identityHash: 'Amina' })
})

test('is verified with the published key, and not after a change', async () => {
  if (!key) throw new Error('No key')
  const token = await signBadge(credentialOf(certificate, base, ''), key)
  const published = await publicKey(key, base)
  expect(Object.keys(published)).not.toContain('d')
  const verifier = await importJWK(published)
  const { payload, protectedHeader } = await jwtVerify(token, verifier, { issuer: base })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: published.kid })
  // What a verifier compares, by Open Badges 3.0.
  expect(payload).toMatchObject({
    jti: payload.id,
    sub: `${base}/en/certificates/${certificate.code}#holder`,
    credentialSubject: { id: payload.sub },
    nbf: Date.parse(String(payload.validFrom)) / 1000,
  })
  const [head, body = '', signature] = token.split('.')
  const other = Buffer.from(body, 'base64url').toString().replace('Ride', 'Fly')
  const forged = [head, Buffer.from(other).toString('base64url'), signature].join('.')
  await expect(jwtVerify(forged, verifier)).rejects.toThrow()
})

test('is not signed without a key', () => {
  expect(signingKey('')).toBeNull()
})
