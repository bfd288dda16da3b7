import { CERTIFICATE_CODE } from '@salama/domain/shared'

const GROUP = new RegExp(`.{${CERTIFICATE_CODE.group}}(?=.)`, 'g')

/** The code in typed or pasted text, in any spelling or in a URL; null: none. Only the server knows if it exists. */
export function codeIn(typed: string): string | null {
  const inAddress = /\/certificates\/([^/?#\s]+)/i.exec(typed)?.[1]
  const plain = (inAddress ?? typed).replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  return plain.length === CERTIFICATE_CODE.length ? plain.replaceAll(GROUP, '$&-') : null
}
