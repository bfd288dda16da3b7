import { CERTIFICATE_CODE } from '@salama/domain/shared'

const GROUP = new RegExp(`.{${CERTIFICATE_CODE.group}}(?=.)`, 'g')

/**
 * Extracts the code from typed or pasted text: a code in any spelling, or the URL of a certificate with text around it.
 * Null without one; only the server knows whether a code exists.
 */
export function codeIn(typed: string): string | null {
  const inAddress = /\/certificates\/([^/?#\s]+)/i.exec(typed)?.[1]
  const plain = (inAddress ?? typed).replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  return plain.length === CERTIFICATE_CODE.length ? plain.replaceAll(GROUP, '$&-') : null
}
