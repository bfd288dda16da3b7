import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiKeyPepper } from '../machinery/env.ts'

// The format of API keys. Keys are generated and hashed only in this module.
//
//   svc_live_<prefix: 10>_<random: 40><checksum: 6>       all in base62, so that a double click selects the whole secret
//
// The prefix identifies the row and may be shown. The 40 characters have 238 bits of entropy, so one round of HMAC is
// enough to store them, where a password would need many. The checksum is not a security feature: it rejects a mistyped
// key without a database query, and lets secret scanners recognize our keys.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^(svc_live_([0-9A-Za-z]{10})_[0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

/** What a key is looked up by. `hash` is the HMAC-SHA256 of the whole key, in hexadecimal. */
export type ParsedApiKey = { prefix: string; hash: string }

/** A new key, with its prefix and hash to store. */
export function makeApiKey(): ParsedApiKey & { key: string } {
  const prefix = randomText(10)
  const unchecked = `svc_live_${prefix}_${randomText(40)}`
  const key = unchecked + checksumOf(unchecked)
  return { key, prefix, hash: hashOf(key) }
}

/** Parses a received key into its prefix and hash; null when its format or checksum is invalid. */
export function parseApiKey(sent: string): ParsedApiKey | null {
  const [key, unchecked, prefix, checksum] = KEY.exec(sent) ?? []
  if (key === undefined || unchecked === undefined || prefix === undefined) return null
  return checksumOf(unchecked) === checksum ? { prefix, hash: hashOf(key) } : null
}

/** Uses a pepper, so that access to the table is not enough to test guesses or to insert a valid key. */
const hashOf = (key: string) => createHmac('sha256', apiKeyPepper()).update(key).digest('hex')

/** `randomInt` is uniform over the 62 characters; a random byte modulo 62 would be biased. */
const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** CRC-32 (as in gzip, RFC 1952) in six base62 digits, the highest first. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
