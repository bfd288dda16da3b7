import { CERTIFICATE_CODE } from '@salama/domain/shared'

const GROUP = new RegExp(`.{${CERTIFICATE_CODE.group}}(?=.)`, 'g')

/**
 * The code in what somebody typed or pasted: the code in any spelling, or the address of a certificate with whatever
 * stands around it. Null where there is none; whether a code is one of ours only the server knows.
 */
export function codeIn(typed: string): string | null {
  const inAddress = /\/certificates\/([^/?#\s]+)/i.exec(typed)?.[1]
  const plain = (inAddress ?? typed).replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  return plain.length === CERTIFICATE_CODE.length ? plain.replaceAll(GROUP, '$&-') : null
}
