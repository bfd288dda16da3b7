import { parseArgs } from 'node:util'
import { serverRpc } from '@salama/domain/server-rpc'
import { z } from 'zod'
import { failed, Refused, readTyped, WrongUsage } from '../outcome.ts'
import { openProject } from '../project.ts'

const USAGE = `npx salama grant <e-mail or id of an account>

  Makes somebody an admin, at once. An account of another issuer than Supabase Auth is named by its id, which
  GET /api/v1/auth/me tells its owner.

Writes to SUPABASE_URL with OPERATOR_SERVER_TOKEN, or to the local Supabase.`

const Answer = z.object({ outcome: z.enum(['granted', 'already_admin', 'unknown', 'unconfirmed']) })

const MESSAGES = {
  granted: (person) => `${person} is an admin from the next request on.`,
  already_admin: (person) => `${person} is an admin already. Nothing was changed.`,
  unknown: (person) => `There is no account ${person}. Sign up in one of the apps first.`,
  unconfirmed: (person) => `${person} has not confirmed the e-mail: it could be anybody. Nothing was changed.`,
} satisfies Record<z.infer<typeof Answer>['outcome'], (person: string) => string>

/** `npx salama grant`: creates the first admin, who grants the role to others in the console. */
async function main(): Promise<void> {
  const person = readTyped(readPerson)
  const project = await openProject()
  try {
    const answer = await serverRpc(project)('grant_admin', { p_person: person })
    const { outcome } = Answer.parse(answer)
    if (outcome !== 'granted') throw new Refused(MESSAGES[outcome](person))
    console.log(MESSAGES[outcome](person))
  } finally {
    await project.close()
  }
}

function readPerson(): string {
  const [person = '', ...others] = parseArgs({ allowPositionals: true, options: {} }).positionals
  if (person.trim() === '' || others.length > 0) throw new WrongUsage('Name one account.')
  return person.trim()
}

main().catch((error: unknown) => failed(error, USAGE))
