import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * What there was before an upgrade. `built` is what git does not know: packages, and what a build makes. `since` is the
 * backup of what was written after it, once a way back has made one, and `isRestored` whether it has put the one before
 * into its place, database and files.
 */
const Before = z.object({
  commit: z.string(),
  backup: z.string(),
  built: z.array(z.string()),
  since: z.string().optional(),
  isRestored: z.boolean().optional(),
})
type Before = z.infer<typeof Before>

export const beforeOf = (dataDir: string) => join(dataDir, 'upgrade.json')

export const readBefore = (dataDir: string): Before | undefined =>
  existsSync(beforeOf(dataDir)) ? Before.parse(JSON.parse(readFileSync(beforeOf(dataDir), 'utf8'))) : undefined

/** Whole or not at all: on a full disk, and when the machine is switched off, what was there stays. */
export function writeBefore(dataDir: string, before: Before): void {
  const draft = `${beforeOf(dataDir)}.draft`
  writeFileSync(draft, JSON.stringify(before), { mode: 0o600, flush: true })
  renameSync(draft, beforeOf(dataDir))
}
