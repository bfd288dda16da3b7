#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { registerBackup } from './commands/backup.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerSetup } from './commands/setup.ts'
import { registerUpgrade } from './commands/upgrade.ts'
import { RELEASE } from './release.ts'
import { SETTINGS_FILE } from './setup/installation.ts'

// `npx salama`, in the clone: what an operator does. Settings come from the environment, and what is not there from the file
// that `salama setup` wrote.

if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE)

const salama = new Command('salama')
  .description('Sets up, checks, backs up and upgrades Salama, and loads what a city has.')
  .version(RELEASE)
  .executableDir('commands')
registerSetup(salama)
registerDoctor(salama)
registerBackup(salama)
registerUpgrade(salama)
salama
  .command('import', 'import a GTFS feed', { executableFile: 'gtfs-import.ts' })
  .command('load', 'load courses, documents, operators, areas or the settings of the city', {
    executableFile: 'content-load.ts',
  })
  .command('grant', 'make somebody an admin', { executableFile: 'admin-grant.ts' })
  .command('migrate', 'bring the database up to date', { executableFile: 'migrate.ts' })
  .command('rotate-keys', 'make a new key that signs access tokens', { executableFile: 'rotate-keys.ts' })
  .command('preview', 'show the courses of a folder in the browser', { executableFile: 'courses-preview.ts' })

await salama.parseAsync()
