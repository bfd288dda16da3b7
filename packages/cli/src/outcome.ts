import { DomainError } from '@salama/domain/shared'
import { EXPECTED } from '@salama/local-supabase/expected'

/** The arguments do not match the command's usage. */
export class WrongUsage extends Error {}

/** An expected failure, with a message for the user. */
export class Refused extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
  const isExpected = [Refused, DomainError, ...EXPECTED].some((kind) => error instanceof kind)
  if (error instanceof WrongUsage) console.error(`${error.message}\n\n${usage}`)
  else console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Runs a command of `salama`, whose library has told its usage. */
export async function reporting(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => failed(error, ''))
}
