import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { apiKeyPepper } from '../machinery/env.ts'

// What an API key is made of. Nothing else makes one, and nothing else hashes one.
//
//   svc_live_<prefix: 10>_<random: 40><checksum: 6>       all in base62, so that a double click selects the whole secret
//
// The prefix finds the row and may be shown. The 40 characters are 238 bits of chance: nobody guesses them, so one round
// of HMAC is enough to keep them, where a password would need many. The checksum is no protection: with it a mistyped key is
// refused without asking the database, and scanners that look for leaked keys can tell ours from noise.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^(svc_live_([0-9A-Za-z]{10})_[0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

/** A key as it is looked up. `hash` is the HMAC-SHA256 of the whole key, in hexadecimal. */
export type ParsedApiKey = { prefix: string; hash: string }

/** A new key, and what is kept of it. */
export function makeApiKey(): ParsedApiKey & { key: string } {
  const prefix = randomText(10)
  const unchecked = `svc_live_${prefix}_${randomText(40)}`
  const key = unchecked + checksumOf(unchecked)
  return { key, prefix, hash: hashOf(key) }
}

/** What to look up for a key that somebody sent; null when it cannot be one of ours. */
export function parseApiKey(sent: string): ParsedApiKey | null {
  const [key, unchecked, prefix, checksum] = KEY.exec(sent) ?? []
  if (key === undefined || unchecked === undefined || prefix === undefined) return null
  return checksumOf(unchecked) === checksum ? { prefix, hash: hashOf(key) } : null
}

/** With a pepper, so that whoever reads or writes the table can neither test a guess nor put in a key of their own. */
const hashOf = (key: string) => createHmac('sha256', apiKeyPepper()).update(key).digest('hex')

/** `randomInt` gives each of the 62 the same chance; a random byte modulo 62 would not. */
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
