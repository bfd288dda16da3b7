import { CITY } from '../shared/city.ts'
import { CITY_TEXTS } from '../shared/city-words.ts'

// Which passwords may be chosen, wherever that is: in the apps, and directly at the embedded Auth.

/** Characters; NIST SP 800-63B asks for eight beside a second factor or a limit of attempts. */
export const MIN_PASSWORD_LENGTH = 8

/** Auth's hash (bcrypt) uses only so many bytes of UTF-8; a longer one would be cut silently. */
export const MAX_PASSWORD_BYTES = 72

/** Names that everybody tries first at this service, with digits or signs after them: its own, the city's and its words. */
const OWN_NAMES = [
  'salama',
  ...Object.values(CITY.name),
  ...Object.values(CITY_TEXTS.words).flatMap((words) => Object.values(words)),
].map((name) => name.toLowerCase())

/** Why a password may not be chosen; null where it may. `email`: that of the account. */
export async function passwordProblem(password: string, email?: string | null): Promise<PasswordProblem | null> {
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'too_short'
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return 'too_long'
  const written = password.normalize('NFKC').toLowerCase()
  const word = written.replace(/[^\p{Letter}]+$/u, '')
  const names = [...OWN_NAMES, ...(email ? [email.toLowerCase(), email.toLowerCase().split('@')[0]] : [])]
  const isSimple = new Set(written).size < 3 || names.includes(word) || names.includes(written)
  return isSimple || (await commonPasswords()).has(written) ? 'common' : null
}
export type PasswordProblem = 'too_short' | 'too_long' | 'common'

let common: Promise<ReadonlySet<string>> | undefined

/** The 18,000 of eight characters and more of the passwords found most often in breaches; read at the first choice. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: all }) => new Set(all.filter(({ length }) => length >= MIN_PASSWORD_LENGTH)),
  )
  return common
}
