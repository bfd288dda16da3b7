/**
 * For `node --import`: what a process prints is lines of JSON as in the log of an app, for a supervisor that collects them.
 * Dependency-free.
 */
import { format } from 'node:util'

const LEVELS = /** @type {const} */ ({ debug: 20, log: 30, info: 30, warn: 40, error: 50 })

for (const method of /** @type {(keyof typeof LEVELS)[]} */ (Object.keys(LEVELS))) {
  console[method] = (...args) => {
    const line = { level: LEVELS[method], time: new Date().toISOString(), msg: format(...args) }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
}
