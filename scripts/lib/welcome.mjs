/** What `npm start` says when all is running. Dependency-free. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, NO_DEMO, whyNoDemo } from '../../packages/processes/src/demo.mjs'

/**
 * @param {object} about
 * @param {Record<import('../../packages/processes/src/secrets.mjs').AppName, string>} about.addresses
 * @param {string} about.took
 * @param {string} about.workerUrl
 * @param {string | undefined} about.mailboxUrl
 * @param {string | undefined} about.supabaseUrl of our own
 * @param {string} about.dataDir
 * @param {string} about.logs
 */
export function welcome({ addresses, took, workerUrl, mailboxUrl, supabaseUrl, dataDir, logs }) {
  return `
Salama is running (${took}). Ctrl-C ends it.

  Rider      ${addresses.rider}
  Surveyor   ${addresses.surveyor}
  Learning   ${addresses.learning}
  Admin      ${addresses.admin}
  API        ${addresses.api}/api/docs
  Worker     ${workerUrl}/health
${mailboxUrl ? `  E-mails    ${mailboxUrl}\n` : ''}${supabaseUrl ? `  Supabase   ${supabaseUrl}\n` : ''}
${aboutDemo(dataDir)}
  Data and secrets are in ${dataDir}, what the processes print in ${logs}.
`
}

/**
 * Whether there is a demo, or why not.
 * @param {string} dataDir
 */
function aboutDemo(dataDir) {
  const because = whyNoDemo(process.env)
  if (because) return `  No demo, because ${because}.\n`
  const { seeded } = JSON.parse(readFileSync(join(dataDir, 'state.json'), 'utf8'))
  if (!seeded) return `  No demo, because ${dataDir} began without it.\n`
  const { riders, surveyor, admin } = DEMO_ACCOUNTS
  return `  Demo, only for this computer (${NO_DEMO} starts without). Accounts, password ${DEMO_PASSWORD}:
    ${riders.join(', ')} (riders)
    ${surveyor.join(', ')} (surveyor), ${admin.join(', ')} (admin)
`
}
