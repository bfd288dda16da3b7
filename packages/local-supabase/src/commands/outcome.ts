import { DomainError } from '@salama/domain/shared'
import { FolderInUse } from '../../../../scripts/lib/lock.mjs'
import { MigrationError } from '../migrations.ts'

/** What was typed behind a command is not what it takes. */
export class WrongUsage extends Error {}

/** Why nothing was done, in words for whoever typed the command. */
export class Refused extends Error {}

/** Reads what was typed; whatever is wrong with it is answered with how to use the command. */
export function readTyped<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? new WrongUsage(error.message) : error
  }
}

const EXPECTED = [Refused, DomainError, FolderInUse, MigrationError]

/** Ends a command that failed: with its usage, with words alone where that was to be expected, else with the fault. */
export function failed(error: unknown, usage: string): void {
  const isExpected = EXPECTED.some((kind) => error instanceof kind)
  if (error instanceof WrongUsage) console.error(`${error.message}\n\n${usage}`)
  else console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = 1
}
