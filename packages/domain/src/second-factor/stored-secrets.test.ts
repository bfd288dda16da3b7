import { expect, test, vi } from 'vitest'
import { decryptSecret, encryptSecret, hashRecoveryCode } from './stored-secrets.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const withKey = (key: string) => vi.stubEnv('SECOND_FACTOR_KEY', key.repeat(32))

test('a stored secret is read with its key, for its user, and looks different every time', () => {
  withKey('a')
  const stored = encryptSecret(SECRET, 'dalmas')
  expect(decryptSecret(stored, 'dalmas')).toBe(SECRET)
  expect(stored).not.toContain(SECRET)
  expect(stored.length).toBeLessThanOrEqual(200)
  expect(encryptSecret(SECRET, 'dalmas')).not.toBe(stored)
  expect(() => decryptSecret(stored, 'eve')).toThrow()
  expect(() => decryptSecret(SECRET, 'dalmas')).toThrow('unknown way')
  withKey('b')
  expect(() => decryptSecret(stored, 'dalmas')).toThrow()
})

test('a recovery code is hashed slowly, for its user, however it is typed', async () => {
  const startedAt = performance.now()
  const hash = await hashRecoveryCode('ABCDE-FGHJK', 'dalmas')
  expect(performance.now() - startedAt).toBeGreaterThan(10)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  await expect(hashRecoveryCode('abcdefghjk', 'dalmas')).resolves.toBe(hash)
  await expect(hashRecoveryCode('ABCDE-FGHJK', 'eve')).resolves.not.toBe(hash)
})
