import { generateKeyPairSync } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
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

test('has what Open Badges 3.0 requires', () => {
  const badge = credentialOf(certificate, base, 'Every lesson, every quiz.')
  expect(badge['@context'][0]).toBe('https://www.w3.org/ns/credentials/v2')
  expect(badge.type).toEqual(['VerifiableCredential', 'OpenBadgeCredential'])
  expect(badge.issuer).toMatchObject({ id: base, type: ['Profile'] })
  expect(Number.isNaN(Date.parse(badge.validFrom))).toBe(false)
  expect(badge.credentialSubject.identifier).toHaveLength(1)
  expect(badge.credentialSubject.achievement).toMatchObject({
    type: ['Achievement'],
    criteria: { narrative: expect.any(String) },
  })
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
  expect(payload.jti).toBe(payload.id)
  const [head, body = '', signature] = token.split('.')
  const other = Buffer.from(body, 'base64url').toString().replace('Ride', 'Fly')
  const forged = [head, Buffer.from(other).toString('base64url'), signature].join('.')
  await expect(jwtVerify(forged, verifier)).rejects.toThrow()
})

test('is not signed without a key', () => {
  expect(signingKey('')).toBeNull()
})
