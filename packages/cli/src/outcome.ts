import { DomainError } from '@salama/domain/shared'
import { EXPECTED } from '@salama/local-supabase/expected'

/** The arguments do not match the command's usage. */
export class WrongUsage extends Error {}

/** An expected failure, with a message for the user. */
export class Refused extends Error {}

/** `fetch` says why only in its cause. */
export const messageOf = (error: unknown): string => {
  const told = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
  return told instanceof Error ? told.message : String(told)
}

const TO_PREPARE = 'an administrator runs deploy/database.sql, or DATABASE_URL is wrong'
/** By the codes of Node.js and of PostgreSQL. */
const AWAY: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: install and start PostgreSQL, or correct DATABASE_URL',
  ENOTFOUND: 'there is no machine of that name: correct DATABASE_URL',
  EAI_AGAIN: 'its name cannot be looked up now: is there a network?',
  EHOSTUNREACH: 'there is no way to that machine: correct DATABASE_URL, or its network',
  ETIMEDOUT: 'nothing answers there: a firewall, or listen_addresses of PostgreSQL',
  '28000': `it does not let this machine or role in: ${TO_PREPARE}, or pg_hba.conf`,
  '28P01': `the role is not there, or has another password: ${TO_PREPARE}`,
  '3D000': `it has no such database: ${TO_PREPARE}`,
}

/** Why a database server was not reached, in words; undefined for any other failure. */
export function whyNoDatabase(error: unknown): string | undefined {
  const { code, message } = Object(error)
  const why = AWAY[code] ?? (code === undefined && /\btimeout\b/.test(message) ? AWAY.ETIMEDOUT : undefined)
  return why && `PostgreSQL was not reached, ${why} (${message || code})`
}

/** Parses the arguments; any error prints the usage. */
export function readTyped<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? new WrongUsage(error.message) : error
  }
}

/**
 * Ends a failed command: with its usage, with a message only where the failure is expected, otherwise with the error.
 */
export function failed(error: unknown, usage: string): void {
  if (process.argv.includes('--help')) {
    console.log(usage)
    return
  }
  const away = whyNoDatabase(error)
  const isExpected = [Refused, DomainError, ...EXPECTED].some((kind) => error instanceof kind)
  if (error instanceof WrongUsage) console.error(`${error.message}\n\n${usage}`)
  else console.error(away ?? (isExpected && error instanceof Error ? error.message : error))
  process.exitCode = 1
}

/** Runs a command of `salama`, whose library has told its usage. */
export async function reporting(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => failed(error, ''))
}
