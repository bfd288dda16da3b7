/** A normalized receipt code: 128 bits as 26 Crockford base32 characters. */
export const RECEIPT_CODE = /^[0-9A-HJKMNP-TV-Z]{26}$/

/** Normalizes a code as people write it: small letters, gaps, and letters that look like digits. */
export const readReceiptCode = (written: string) =>
  written
    .toUpperCase()
    .replace(/[\s\p{Pd}._]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
