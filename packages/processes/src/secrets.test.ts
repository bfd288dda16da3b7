import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrMakeSecrets } from './secrets.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salama-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('secrets', () => {
  it('are created once, all different, and readable by the owner only', () => {
    const made = readOrMakeSecrets(folder)
    expect(readOrMakeSecrets(folder)).toEqual(made)
    const all = [made.jwtSecret, made.apiKeyPepper, made.publishableKey, made.secretKey, ...Object.values(made.session)]
    expect(new Set(all).size).toBe(9)
    expect(all.every((secret) => secret.length >= 32)).toBe(true)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })

  it('are extended when a newer version needs more, and the others stay', () => {
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ jwtSecret: 'kept', session: { api: 'kept too' } }))
    const secrets = readOrMakeSecrets(folder)
    expect(secrets).toMatchObject({ jwtSecret: 'kept', session: { api: 'kept too' } })
    expect(secrets.session.rider.length).toBeGreaterThanOrEqual(32)
    expect(readOrMakeSecrets(folder)).toEqual(secrets)
  })
})
