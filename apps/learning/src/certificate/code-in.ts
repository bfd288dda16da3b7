/** How many letters and digits a code has, and in which groups it is written. */
const LENGTH = 20
const GROUP = /.{5}(?=.)/g

/**
 * The code in what somebody typed or pasted: the code in any spelling, or the address of a certificate with whatever
 * stands around it. Null where there is none; whether a code is one of ours only the server knows.
 */
export function codeIn(typed: string): string | null {
  const inAddress = /\/certificates\/([^/?#\s]+)/i.exec(typed)?.[1]
  const plain = (inAddress ?? typed).replaceAll(/[^0-9a-z]/gi, '').toUpperCase()
  return plain.length === LENGTH ? plain.replaceAll(GROUP, '$&-') : null
}
