import { resolve } from 'node:path'
import { readEnv, readStorageEnv } from '@salama/local-supabase/env'
import type { Command } from 'commander'
import { backUp } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { verifyReads } from '../backup/verify-reads.ts'
import { backupDir } from '../env.ts'
import { Refused, reporting } from '../outcome.ts'
import { SETTINGS_FILE } from '../setup/installation.ts'
import { alone } from '../upgrade/alone.ts'

const log = (line: string) => console.log(line)

export function registerBackup(salama: Command): void {
  salama
    .command('backup')
    .description('back up the database, secrets and photos of a running service')
    .option('--to <folder>', 'with a folder for each backup', backupDir())
    .option('--keep <n>', 'how many to keep', '14')
    .action(({ to, keep }: { to: string; keep: string }) =>
      reporting(async () => {
        if (!/^[1-9]\d*$/.test(keep)) throw new Refused('--keep takes a number from 1 on')
        const source = { ...readStorageEnv(), settingsFile: SETTINGS_FILE }
        const folder = await alone(source.dataDir, () => backUp(source, resolve(to), Number(keep)))
        console.log(`Backed up into ${folder}`)
      }),
    )
  salama
    .command('restore')
    .description('restore a backup into the database of DATABASE_URL and into DATA_DIR, and compare it')
    .argument('<folder>', 'of one backup')
    .option('--replace', 'take away what the database has', false)
    .action((folder: string, options: { replace: boolean }) =>
      reporting(async () => {
        const { databaseUrl, dataDir } = readStorageEnv()
        if (!databaseUrl) throw new Refused('DATABASE_URL names the database to restore into.')
        await restore(resolve(folder), { databaseUrl, dataDir, log }, options)
        await verifyReads({ ...readEnv(), databaseUrl })
        console.log('The backup is restored: all rows are there, and each kind of page can be read.')
      }),
    )
}
