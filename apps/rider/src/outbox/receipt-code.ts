// The code with which somebody without an account looks back at their report. It is made on this phone and shown on it,
// once; the server keeps only its hash.

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26

/** 128 random bits as 26 Crockford base32 characters. */
export function newReceiptCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let code = ''
  for (let n = 0; n < LENGTH; n++) {
    code = LETTERS.charAt(Number(bits & 31n)) + code
    bits >>= 5n
  }
  return code
}

/** In groups, as people copy it by hand. */
export const inGroups = (code: string) => code.replace(/.{5}(?=.)/g, '$& ')

/** Where to look back, as it is written down and typed. */
export const receiptAddress = (host: string, locale: string) => `${host}/${locale}/receipt`

/** Where to look back with it. The code stands after the #, which no server and no log gets to see. */
export const receiptLink = (origin: string, locale: string, code: string) => `${receiptAddress(origin, locale)}#${code}`
