import root from '../../../../package.json' with { type: 'json' }
import { commit } from './env.ts'

/** The release that runs, and after a plus its commit where it is known (Semantic Versioning 2.0.0, 10). */
export function runningVersion(): string {
  const hash = commit()
  return hash ? `${root.version}+${hash.slice(0, 12)}` : root.version
}
