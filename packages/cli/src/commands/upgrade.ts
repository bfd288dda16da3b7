import { join, resolve } from 'node:path'
import { openPostgres } from '@salama/local-supabase/database'
import { readStorageEnv } from '@salama/local-supabase/env'
import type { Command } from 'commander'
import { appPorts, reachedAt, workerPort } from '../../../processes/src/app-env.mjs'
import { ROOT, waitUntilResponding } from '../../../processes/src/processes.mjs'
import { backUp, requireSpace } from '../backup/backup.ts'
import { countRows, readManifest } from '../backup/manifest.ts'
import { backupDir, doctorEnv } from '../env.ts'
import { Refused, reporting } from '../outcome.ts'
import { SETTINGS_FILE } from '../setup/installation.ts'
import { alone } from '../upgrade/alone.ts'
import { goBack, upgrade } from '../upgrade/upgrade.ts'

const KEPT = 4
const PATIENCE_S = 180

export function registerUpgrade(salama: Command): void {
  salama
    .command('upgrade')
    .description('take this clone to another release: after a backup, and all or nothing')
    .option('--to <release>', 'a tag, branch or commit')
    .option('--back', 'to what was there before the last upgrade', false)
    .option('--service <command>', 'that stops and starts the processes', 'sudo systemctl')
    .action(({ to: release, back, service }: { to?: string; back: boolean; service: string }) =>
      reporting(async () => {
        const { databaseUrl, dataDir } = readStorageEnv()
        if (!databaseUrl) throw new Refused('An upgrade with the way back needs DATABASE_URL.')
        // Neither a lost connection, Ctrl-C nor a machine that goes down leaves it halfway: what it has called fails then, and it goes back.
        for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
        for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
        // Not among those of the night, which take the oldest of theirs away.
        const [source, nightly] = [{ databaseUrl, dataDir, settingsFile: SETTINGS_FILE }, resolve(backupDir())]
        const to = join(nightly, 'upgrades')
        const clone = {
          root: resolve(ROOT),
          dataDir,
          service,
          backUp: () => backUp(source, to, KEPT),
          requireSpace: () => requireSpace(source, to, nightly),
          verify,
          changedSince: (backup: string) => changedSince(databaseUrl, backup),
          log: (line: string) => console.log(line),
        }
        if (!back && !release) throw new Refused('Name the release: npx salama upgrade --to v1.1.0')
        await alone(dataDir, () => (back || !release ? goBack(clone) : upgrade(clone, release)))
      }),
    )
}

async function changedSince(databaseUrl: string, backup: string): Promise<string[]> {
  const { counts } = await readManifest(backup)
  const { database } = openPostgres(databaseUrl, 1)
  const found = await countRows(database).finally(() => database.close())
  return Object.keys({ ...counts, ...found }).filter((table) => found[table] !== counts[table])
}

async function verify(): Promise<void> {
  const { HOST, PORT_BASE } = doctorEnv()
  for (const port of [...Object.values(appPorts(PORT_BASE)), workerPort(PORT_BASE)])
    await waitUntilResponding(`http://${reachedAt(HOST)}:${port}/readyz`, undefined, PATIENCE_S)
}
