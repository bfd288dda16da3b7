/** The service behind `npm start`: one per data folder, whose shutdown leaves no process running. Dependency-free. */
import { join } from 'node:path'
import { acquireLock } from '../../packages/processes/src/lock.mjs'
import { start, waitUntilResponding } from '../../packages/processes/src/processes.mjs'
import { killWhenHanging, SILENCE_S } from './hanging.mjs'
import { openLog } from './log-file.mjs'
import { keepRenewing } from './renewing.mjs'
import { supervise } from './supervisor.mjs'

/**
 * @typedef {object} Process
 * @property {string} name
 * @property {string[]} command of `nodeCommand`
 * @property {string[]} [againCommand] for restarts, if different
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env]
 * @property {() => string} [token] makes a SERVER_TOKEN, for each start and while the process runs
 * @property {string} url responds once the process is ready
 * @property {number} [patienceS] for its start
 * @property {number} [silenceS] when it counts as hanging: its longest synchronous work takes much less
 */

/** @typedef {ReturnType<typeof openService>} Service */

/**
 * Locks the folder, or throws FolderInUse before anything is changed.
 * @param {{ dataDir: string, isVerbose: boolean }} options
 */
export function openService({ dataDir, isVerbose }) {
  const release = acquireLock(join(dataDir, 'start.lock'))
  const logs = join(dataDir, 'logs')
  /** @type {import('./supervisor.mjs').Supervised[]} */
  const kept = []
  let isStopping = false

  /** @param {number} code */
  const stop = async (code) => {
    if (isStopping) return
    isStopping = true
    // In reverse order; the database, which started first, stops last and alone: the others may still be writing.
    await Promise.all(kept.slice(1).map((each) => each.stop()))
    await kept[0]?.stop()
    try {
      release()
    } finally {
      process.exit(code)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
  stopWithNpm(() => stop(0))
  // The terminal may be closed: ignore errors of its output.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  return {
    logs,
    stop,
    isStopping: () => isStopping,
    /**
     * Starts a process and waits until it is ready. If it exits before, that is an error; afterwards it is restarted.
     * @param {Process} process
     */
    run: async ({
      name,
      url,
      patienceS,
      silenceS = SILENCE_S,
      command,
      againCommand = command,
      env,
      token,
      ...options
    }) => {
      const log = openLog(join(logs, `${name}.log`))
      let isReady = false
      const begin = () => {
        log(`── ${new Date().toISOString()} starting\n`)
        const running = start({
          name,
          command: isReady ? againCommand : command,
          ...options,
          env: { ...env, ...(token && { SERVER_TOKEN: token() }) },
          isAsked: true,
          onText: log,
          onLine: isVerbose ? (line) => console.log(`[${name}] ${line}`) : () => {},
        })
        if (isReady) {
          const watch = () => killWhenHanging(running, silenceS, tell)
          waitUntilResponding(url, running, patienceS).then(watch, watch)
        }
        return running
      }
      /** @param {string} message */
      const tell = (message) => {
        log(`── ${message}\n`)
        if (isReady) console.error(`\n${message}\n  All it printed: ${join(logs, `${name}.log`)}`)
      }
      const supervised = supervise(begin, tell)
      kept.push(supervised)
      if (token) keepRenewing(token, (renewed) => supervised.current().renew(renewed))
      await waitUntilResponding(url, supervised.current(), patienceS)
      isReady = true
      killWhenHanging(supervised.current(), silenceS, tell)
    },
  }
}

/**
 * SIGKILL to npm reaches only npm, so exit when npm has ended. npm's scripts `exec` this process, so npm is the parent
 * and signals reach us. Without npm the parent may detach it.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}
