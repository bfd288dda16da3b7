import { resolve } from 'node:path'
import { openPostgres } from '@salama/local-supabase/database'
import { readStorageEnv } from '@salama/local-supabase/env'
import type { Command } from 'commander'
import { ROOT } from '../../../processes/src/processes.mjs'
import { backUp } from '../backup/backup.ts'
import { countRows, readManifest } from '../backup/manifest.ts'
import { backupDir } from '../env.ts'
import { Refused, reporting } from '../outcome.ts'
import { SETTINGS_FILE } from '../setup/installation.ts'
import { goBack, upgrade } from '../upgrade/upgrade.ts'

const HISTORY = 'supabase_migrations.schema_migrations'
const KEPT = 14

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
        const clone = {
          root: ROOT,
          dataDir,
          service,
          backUp: () => backUp({ databaseUrl, dataDir, settingsFile: SETTINGS_FILE }, resolve(backupDir()), KEPT),
          isMigratedSince: async (backup: string) =>
            (await countHistory(databaseUrl)) !== (await readManifest(backup)).counts[HISTORY],
          log: (line: string) => console.log(line),
        }
        if (back) await goBack(clone)
        else if (to) await upgrade(clone, to)
        else throw new Refused('Name the release: npx salama upgrade --to v1.1.0')
      }),
    )
}

async function countHistory(databaseUrl: string): Promise<number | undefined> {
  const { database } = openPostgres(databaseUrl, 1)
  return countRows(database)
    .then((counts) => counts[HISTORY])
    .finally(() => database.close())
}
