/** A Chromium for the end-to-end tests: the system's, or Debian's, installed on demand. Dependency-free. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @param {string[]} names */
const find = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

const findChromium = () => process.env.CHROMIUM_PATH || find(NAMES) || MAC.find((path) => existsSync(path))

/** @param {string} name */
function install(name) {
  if (!existsSync('/usr/bin/apt-get')) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH')
  if (process.getuid?.() !== 0) throw new Error(`Chromium is missing: sudo apt-get install ${name}`)
  /** @type {import('node:child_process').ExecFileSyncOptions} */
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'pipe', 'pipe'] }
  execFileSync('apt-get', ['update', '-q'], options)
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
}

/**
 * The path of a Chromium, installed if necessary.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  install('chromium')
  const installed = findChromium()
  if (!installed) throw new Error('Chromium was installed, but not found')
  return installed
}

/**
 * The path of Chromium's headless shell, which needs a third less time for the same pages, because it has no browser
 * window around them; of a Chromium where there is none. It has no camera and installs no apps.
 * @returns {string}
 */
export function ensureHeadlessShell() {
  const found = process.env.CHROMIUM_PATH || find([SHELL])
  if (found) return found
  try {
    install(SHELL)
  } catch {
    return ensureChromium() // other systems, and distributions without the package
  }
  return find([SHELL]) ?? ensureChromium()
}
