import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { secondFactorKey } from '../machinery/env.ts'

// How a second factor is stored, so that a copy of the database signs nobody in: the secret of the one-time passwords is
// encrypted with a key that only our servers have (AES-256-GCM, bound to its user), recovery codes are slow hashes.

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (setting: string) => Buffer.from(hkdfSync('sha256', setting, '', 'second factor', 32))

/** `v1.` and base64url of nonce, tag and ciphertext. */
export function encryptSecret(secret: string, userId: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secondFactorKey()), nonce).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`
}

/** @throws when it was encrypted with another key, or for another user */
export function decryptSecret(stored: string, userId: string): string {
  const [version, sealed = ''] = stored.split('.')
  if (version !== VERSION) throw new Error('The second factor is stored in an unknown way')
  const bytes = Buffer.from(sealed, 'base64url')
  const cipher = createDecipheriv(CIPHER, keyOf(secondFactorKey()), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()])
  return text.toString('utf8')
}

/** Memory of 32 MB and about a tenth of a second for each guess. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** The hash of a recovery code, with the user's id as salt; dashes and case do not matter. */
export const hashRecoveryCode = (code: string, userId: string): Promise<string> =>
  new Promise((resolve, reject) =>
    scrypt(code.replaceAll('-', '').toUpperCase(), `recovery code of ${userId}`, 32, COST, (error, hash) =>
      error ? reject(error) : resolve(hash.toString('hex')),
    ),
  )
