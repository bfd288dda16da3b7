import { spawnSync } from 'node:child_process'
import { isAlone, MIGRATIONS, type Migration } from '@salama/local-supabase/migrations'
import { ROOT } from '../../../processes/src/processes.mjs'
import { Refused } from '../outcome.ts'

/** What the runner of migrations sets itself, and matters of taste. */
const LEFT_OUT = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-identity',
  'prefer-bigint-over-int',
]

/**
 * Refuses what rewrites or scans a table while others wait, and what the processes of the release before would miss
 * (docs/operations.md). `-- squawk-ignore <rule>` above a statement says that somebody has looked at it.
 */
export function lintMigrations(migrations: Migration[], folder = MIGRATIONS): void {
  for (const alone of [true, false]) {
    const files = migrations
      .filter((each) => isAlone(each) === alone)
      .map(({ version, name }) => `${folder}/${version}_${name}.sql`)
    const options = ['--pg-version=15', '--reporter=gcc', `--exclude=${LEFT_OUT.join()}`]
    if (files.length === 0) continue
    const inTransaction = alone ? '--no-assume-in-transaction' : '--assume-in-transaction'
    const { status, stdout, error } = spawnSync(SQUAWK, [...options, inTransaction, ...files], { encoding: 'utf8' })
    if (error) throw error
    if (status !== 0) throw new Refused(stdout)
  }
}

const SQUAWK = `${ROOT}node_modules/.bin/squawk`
