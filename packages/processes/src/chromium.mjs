/** A Chromium for the end-to-end tests: the system's, or Debian's, installed on demand. Dependency-free. */
import { existsSync } from 'node:fs'
import { findProgram as find, installPackage } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const findChromium = () => process.env.CHROMIUM_PATH || find(NAMES) || MAC.find((path) => existsSync(path))

/** The path of a headless shell, or of a Chromium; undefined if there is none yet. */
export const findHeadlessShell = () => process.env.CHROMIUM_PATH || find([SHELL]) || findChromium()

const install = (/** @type {string} */ name) =>
  installPackage(name, 'Chromium is missing: install it, or set CHROMIUM_PATH')

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
