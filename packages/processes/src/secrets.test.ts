import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrMakeSecrets, rotateSigningKeys } from './secrets.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('secrets', () => {
  it('are created once, all different, and readable by the owner only', () => {
    const made = readOrMakeSecrets(folder)
    expect(readOrMakeSecrets(folder)).toEqual(made)
    const all = [
      made.deviceSecret,
      made.apiKeyPepper,
      made.publishableKey,
      made.secretKey,
      ...Object.values(made.session),
    ]
    expect(new Set(all).size).toBe(9)
    expect(all.every((secret) => secret.length >= 32)).toBe(true)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it('are extended when a newer version needs more, and the others stay', () => {
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ apiKeyPepper: 'kept', session: { api: 'kept too' } }))
    const secrets = readOrMakeSecrets(folder)
    expect(secrets).toMatchObject({ apiKeyPepper: 'kept', session: { api: 'kept too' } })
    expect(secrets.session.rider.length).toBeGreaterThanOrEqual(32)
    expect(readOrMakeSecrets(folder)).toEqual(secrets)
  })

  it('lose the secret that signed tokens in older folders, and get a key pair', () => {
    const file = join(folder, 'secrets.json')
    writeFileSync(file, JSON.stringify({ ...readOrMakeSecrets(folder), jwtSecret: 'old', signingKeys: undefined }))
    expect(readOrMakeSecrets(folder).signingKeys).toEqual([expect.objectContaining({ kty: 'EC', crv: 'P-256' })])
    expect(readFileSync(file, 'utf8')).not.toContain('jwtSecret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('sign with a new key after a rotation, and keep the one before', () => {
    const { signingKeys: first, ...others } = readOrMakeSecrets(folder)
    rotateSigningKeys(folder)
    const { signingKeys: second, ...same } = readOrMakeSecrets(folder)
    expect(same).toEqual(others)
    expect([second.length, second[1]]).toEqual([2, first[0]])
    rotateSigningKeys(folder)
    expect(readOrMakeSecrets(folder).signingKeys.slice(1)).toEqual(second.slice(0, 1))
  })
})
