import { join, resolve } from 'node:path'
import { openPostgres } from '@salama/local-supabase/database'
import { readStorageEnv } from '@salama/local-supabase/env'
import type { Command } from 'commander'
import { appPorts, reachedAt, workerPort } from '../../../processes/src/app-env.mjs'
import { acquireLock } from '../../../processes/src/lock.mjs'
import { ROOT, waitUntilResponding } from '../../../processes/src/processes.mjs'
import { backUp } from '../backup/backup.ts'
import { countRows, readManifest } from '../backup/manifest.ts'
import { backupDir, doctorEnv } from '../env.ts'
import { Refused, reporting } from '../outcome.ts'
import { SETTINGS_FILE } from '../setup/installation.ts'
import { goBack, upgrade } from '../upgrade/upgrade.ts'

const HISTORY = 'supabase_migrations.schema_migrations'
const KEPT = 4
const PATIENCE_S = 180

export function registerUpgrade(salama: Command): void {
  salama
    .command('upgrade')
    .description('take this clone to another release: after a backup, and all or nothing')
    .option('--to <release>', 'a tag, branch or commit')
    .option('--back', 'to what was there before the last upgrade', false)
    .option('--service <command>', 'that stops and starts the processes', 'sudo systemctl')
    .action(({ to, back, service }: { to?: string; back: boolean; service: string }) =>
      reporting(async () => {
        const { databaseUrl, dataDir } = readStorageEnv()
        if (!databaseUrl) throw new Refused('An upgrade with the way back needs DATABASE_URL.')
        // Neither a lost connection nor Ctrl-C leaves it halfway: what it has called fails then, and it goes back.
        for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => {})
        for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
        const release = acquireLock(join(dataDir, 'upgrade.lock'))
        const clone = {
          root: resolve(ROOT),
          dataDir,
          service,
          // Not among those of the night, which take the oldest of theirs away.
          backUp: () =>
            backUp({ databaseUrl, dataDir, settingsFile: SETTINGS_FILE }, join(resolve(backupDir()), 'upgrades'), KEPT),
          verify,
          isMigratedSince: async (backup: string) =>
            (await countHistory(databaseUrl)) !== (await readManifest(backup)).counts[HISTORY],
          log: (line: string) => console.log(line),
        }
        try {
          if (back) await goBack(clone)
          else if (to) await upgrade(clone, to)
          else throw new Refused('Name the release: npx salama upgrade --to v1.1.0')
        } finally {
          release()
        }
      }),
    )
}

async function countHistory(databaseUrl: string): Promise<number | undefined> {
  const { database } = openPostgres(databaseUrl, 1)
  return countRows(database)
    .then((counts) => counts[HISTORY])
    .finally(() => database.close())
}

async function verify(): Promise<void> {
  const { HOST, PORT_BASE } = doctorEnv()
  for (const port of [...Object.values(appPorts(PORT_BASE)), workerPort(PORT_BASE)])
    await waitUntilResponding(`http://${reachedAt(HOST)}:${port}/readyz`, undefined, PATIENCE_S)
}
