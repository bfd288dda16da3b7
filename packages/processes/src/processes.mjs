/** Starts, monitors and stops the processes of Salama; shared by `npm start` and the tests. Dependency-free. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { whyNotReady } from './readiness.mjs'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')

/** The Node.js that npm installed; the system's may be too old. */
export function nodePath() {
  const own = join(BIN, 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `No Node.js 26 for ${process.platform}-${process.arch} comes with the packages, and the system has ` +
      `${process.version}. Please install Node.js 26 (https://nodejs.org).`,
  )
}

/**
 * A command that runs on the installed Node.js, exits when this process has ended, however it ended, and answers `ask`
 * and `renew`.
 * @param {string[]} args
 * @param {number} [afterMs] a delay in which others exit first
 */
export function nodeCommand(args, afterMs = 0) {
  return [nodePath(), '--import', `${new URL('answer-parent.mjs', import.meta.url)}?after=${afterMs}`, ...args]
}

/**
 * The environment for a child: programs of node_modules come first, so that its own children use the installed Node.js
 * too.
 * @param {Record<string, string | undefined>} [more]
 */
export function childEnv(more = {}) {
  return { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...more }
}

/**
 * Sends a signal to each running process; none outlives this one.
 * @type {Set<(signal: NodeJS.Signals) => void>}
 */
const senders = new Set()
process.once('exit', () => {
  for (const send of senders) send('SIGTERM')
})

/**
 * @typedef {object} Running
 * @property {string} name
 * @property {() => number} pid
 * @property {() => boolean} isRunning
 * @property {() => string[]} lastLines
 * @property {Promise<string>} ended how it ended, as text
 * @property {() => Promise<void>} stop
 * @property {() => void} kill
 * @property {(token: string) => void} renew gives the process its next SERVER_TOKEN
 * @property {() => number} ask asks for a sign of life; returns how many questions before it, in a row, have no answer
 */

/**
 * Runs a command beside a reader of the standard input, which the parent holds open and never writes to: the reader comes
 * to its end when the parent has ended, and ends the process group.
 */
const HELD = 'exec 3<&0 </dev/null; { read -r nothing; kill 0; } <&3 & exec "$@" 3<&-'

/**
 * Starts a process in its own process group, so that only we pass Ctrl-C on to it, and its children end with it. It ends
 * with this process.
 * @param {object} options
 * @param {string} options.name
 * @param {string[]} options.command
 * @param {string} [options.cwd]
 * @param {Record<string, string | undefined>} [options.env]
 * @param {(text: string) => void} [options.onText]
 * @param {(line: string) => void} [options.onLine]
 * @param {boolean} [options.isAsked] whether the command is a `nodeCommand`, which answers
 * @param {boolean} [options.isPassedOn] whether it prints to our own output, and not to `onText` and `onLine`
 * @param {boolean} [options.isHeld] for commands that are no `nodeCommand`: they too end when this process was killed
 * @returns {Running}
 */
export function start({
  name,
  command,
  cwd = ROOT,
  env = {},
  onText,
  onLine,
  isAsked = false,
  isPassedOn = false,
  isHeld = false,
}) {
  const output = isPassedOn ? 'inherit' : 'pipe'
  const [program = '', ...args] = isHeld ? ['sh', '-c', HELD, 'sh', ...command] : command
  const child = spawn(program, args, {
    cwd,
    env: childEnv(env),
    detached: true,
    stdio: [isHeld ? 'pipe' : 'ignore', output, output, ...(isAsked ? [/** @type {const} */ ('ipc')] : [])],
  })
  /** @type {string[]} */
  const lines = []
  let isRunning = true
  let unanswered = 0
  child.on('message', () => {
    unanswered = 0
  })
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8')
    stream?.on('data', (/** @type {string} */ text) => {
      onText?.(text)
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) {
        lines.push(line)
        if (lines.length > 60) lines.shift()
        onLine?.(line)
      }
    })
  }
  /** @param {NodeJS.Signals} signal */
  const send = (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // It has just exited.
    }
  }
  senders.add(send)
  // Its children may outlive it, and hold its port and its output.
  child.once('exit', () => send('SIGTERM'))
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      isRunning = false
      senders.delete(send)
      resolve(error.message)
    })
    child.on('close', (code, signal) => {
      isRunning = false
      senders.delete(send)
      resolve(signal ? `ended by ${signal}` : `ended with exit code ${code}`)
    })
  })
  return {
    name,
    pid: () => child.pid ?? 0,
    isRunning: () => isRunning,
    lastLines: () => [...lines],
    ended,
    kill: () => send('SIGKILL'),
    renew: (token) => {
      if (child.connected) child.send({ token }, () => {}) // one that is ending needs none
    },
    ask: () => {
      if (child.connected) child.send('alive?', () => {}) // that it cannot be sent is no answer either
      return unanswered++
    },
    stop: async () => {
      if (!isRunning) return
      send('SIGTERM')
      const impatient = setTimeout(() => send('SIGKILL'), 10_000)
      await ended
      clearTimeout(impatient)
    },
  }
}

/**
 * Waits until a URL responds with anything but a server error.
 * @param {string} url
 * @param {Running} [running] rejects when this one ends
 * @param {number} [patienceS]
 */
export async function waitUntilResponding(url, running, patienceS = 120) {
  const deadline = Date.now() + patienceS * 1000
  let last = 'nothing listens'
  while (Date.now() < deadline) {
    if (running && !running.isRunning()) {
      throw new Error([`${running.name} ${await running.ended}`, ...running.lastLines().slice(-20)].join('\n'))
    }
    try {
      const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
      if (answer.status < 500) return await answer.body?.cancel()
      last = await whyNotReady(answer)
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    await sleep(100)
  }
  throw new Error(
    [
      `${running?.name ?? url} was not ready within ${patienceS} s (${last})`,
      ...(running?.lastLines().slice(-20) ?? []),
    ].join('\n'),
  )
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Free ports, all different.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => resolve(undefined))
      })
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
