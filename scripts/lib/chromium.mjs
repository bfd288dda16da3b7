/** A Chromium for the end-to-end tests: the system's, or Debian's, installed on demand. Dependency-free. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell needs a third less time for the same journeys, because it has no browser window around the page.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string | undefined} */
function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC].find((path) =>
    existsSync(path),
  )
}

/**
 * The path of a Chromium, installed if necessary.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (!existsSync('/usr/bin/apt-get')) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH')
  if (process.getuid?.() !== 0) throw new Error('Chromium is missing: sudo apt-get install chromium')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const install = (/** @type {string} */ name) =>
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  try {
    install('chromium-headless-shell')
  } catch {
    install('chromium') // distributions without the package
  }
  const installed = findChromium()
  if (!installed) throw new Error('Chromium was installed, but not found')
  return installed
}
