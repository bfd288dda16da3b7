/**
 * One process of Salama in the foreground (`--only`), for a service manager or a container that keeps it running. It prints
 * to our own output, as lines of JSON. What stays with us: it gets its settings, stops when we are told to, and is ended
 * when it hangs. Then we end, too, and whoever keeps us running starts it again. Dependency-free.
 */
import { spawn } from 'node:child_process'
import { start, waitUntilResponding } from '../../packages/processes/src/processes.mjs'
import { killWhenHanging, SILENCE_S } from './hanging.mjs'
import { keepRenewing } from './renewing.mjs'

const JSON_CONSOLE = new URL('../../packages/processes/src/json-console.mjs', import.meta.url).href

/** @returns {Promise<import('./service.mjs').Service>} */
export async function openAlone() {
  await import(JSON_CONSOLE)
  /** @type {import('../../packages/processes/src/processes.mjs').Running | undefined} */
  let running
  let isStopping = false
  /** @param {number} code */
  const stop = async (code) => {
    if (isStopping) return
    isStopping = true
    await running?.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  tellWatchdog()

  return {
    logs: '',
    stop,
    isStopping: () => isStopping,
    run: async ({
      name,
      url,
      patienceS,
      silenceS = SILENCE_S,
      command: [node = '', ...args],
      againCommand,
      token,
      ...options
    }) => {
      const started = start({
        name,
        command: [node, '--import', JSON_CONSOLE, ...args],
        ...options,
        isAsked: true,
        isPassedOn: true,
      })
      running = started
      if (token) keepRenewing(token, started.renew)
      const watch = () => killWhenHanging(started, silenceS, console.error)
      waitUntilResponding(url, started, patienceS).then(watch, watch)
      const end = await started.ended
      if (!isStopping) throw new Error(`${name} ${end}.`)
    },
  }
}

/** We may hang as well: then systemd (WatchdogSec) starts us again. Its own program tells it, because Node.js has no such sockets. */
function tellWatchdog() {
  const withinUs = Number(process.env.WATCHDOG_USEC)
  if (!withinUs) return
  const tell = () => spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore' }).on('error', () => {})
  tell()
  setInterval(tell, withinUs / 3000).unref()
}
