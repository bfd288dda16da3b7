// The receipt code, with which somebody without an account can open their report. It is generated and shown once on
// this phone; the server stores only its hash.

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

/** In groups, to be easier to copy by hand. */
export const inGroups = (code: string) => code.replace(/.{5}(?=.)/g, '$& ')

/** The short URL of the receipt page, for writing down. */
export const receiptAddress = (host: string, locale: string) => `${host}/${locale}/receipt`

/** The receipt link. The code is in the fragment, which is never sent to a server or logged. */
export const receiptLink = (origin: string, locale: string, code: string) => `${receiptAddress(origin, locale)}#${code}`
