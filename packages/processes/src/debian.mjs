/** Programs of the machine, installed on demand from the packages of Debian or Ubuntu. Dependency-free. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The path of the first of these programs that there is.
 * @param {string[]} names
 */
export const findProgram = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

/**
 * @param {string} name
 * @param {string} hint for machines without these packages
 */
export function installPackage(name, hint) {
  if (!existsSync('/usr/bin/apt-get')) throw new Error(hint)
  if (process.getuid?.() !== 0) throw new Error(`${hint.split(':', 1)[0]}: sudo apt-get install ${name}`)
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'pipe', 'pipe'] }
  execFileSync('apt-get', ['update', '-q'], options)
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
}
