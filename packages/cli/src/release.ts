import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import root from '../../../package.json' with { type: 'json' }

export const RELEASE = root.version

/** The commit of a clone; null where the code came without one. */
export const commitOf = (folder: string): Promise<string | null> =>
  promisify(execFile)('git', ['-C', folder, 'rev-parse', 'HEAD']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
