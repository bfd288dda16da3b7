/** The demo, whose accounts have a password that is public: where it may be. Dependency-free. */

export const DEMO_PASSWORD = 'salama-demo'

/** @type {Record<'riders' | 'surveyor' | 'admin', string[]>} */
export const DEMO_ACCOUNTS = {
  riders: ['amina@salama.test', 'baraka@salama.test', 'eve@salama.test'],
  surveyor: ['chebet@salama.test'],
  admin: ['dalmas@salama.test'],
}

export const DEMO_ADDRESSES = Object.values(DEMO_ACCOUNTS).flat()

/** The option of `npm start`, and what it becomes for the process of Supabase. */
export const NO_DEMO = '--no-demo'
export const REMOVE_DEMO = '--remove-demo-accounts'

/**
 * Why others than the person at this computer may reach the service; undefined if all its addresses are of loopback.
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined}
 */
export function whyPublic(env) {
  if (env.NODE_ENV === 'production') return 'NODE_ENV is production'
  if (env.HOST && !isLoopback(`http://${env.HOST}`)) return 'HOST is an address for others'
  const name = Object.keys(env).find((each) => /^SALAMA_[A-Z]+_URL$/.test(each) && !isLoopback(env[each]))
  return name && `${name} is a public address`
}

/**
 * Why there is no demo; undefined where there may be one.
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined}
 */
export function whyNoDemo(env) {
  if (env.SUPABASE_URL) return 'SUPABASE_URL is set'
  if (env.DATABASE_URL) return 'DATABASE_URL is set'
  if (env.SALAMA_DEMO === 'off') return `it was started with ${NO_DEMO}`
  return whyPublic(env)
}

/** @param {string | undefined} url */
function isLoopback(url) {
  if (!url) return true
  const hostname = URL.canParse(url) ? new URL(url).hostname : ''
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/**
 * What to say where accounts of the demo were found.
 * @param {string[]} emails
 * @param {string} because
 */
export function knownPasswords(emails, because) {
  return (
    `These accounts have the public password of the demo: ${emails.join(', ')}. Nothing was started, because ${because}. ` +
    'Use a database that never had the demo (an empty DATABASE_URL, or without it another DATA_DIR), or run ' +
    `npm start -- ${REMOVE_DEMO}, which takes password, roles, API keys and sessions from them and keeps ` +
    'the rest. In a Supabase project delete them under Authentication, Users.'
  )
}
