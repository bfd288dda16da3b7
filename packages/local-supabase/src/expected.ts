import { FolderInUse } from '../../processes/src/lock.mjs'
import { UnusableFolder } from './data-folder.ts'
import { ServerAway, UnpreparedServer } from './database/index.ts'
import { DemoAccountsFound } from './demo-accounts.ts'
import { MigrationError } from './migrations.ts'

/** Failures with a message for an operator, who needs no stack. */
export const EXPECTED = [FolderInUse, UnusableFolder, MigrationError, DemoAccountsFound, ServerAway, UnpreparedServer]
