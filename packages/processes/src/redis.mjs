/** A private server that speaks Redis's protocol, for tests: the machine's Valkey or Redis, installed on demand. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installPackage } from './debian.mjs'
import { freePorts, isPortFree, start } from './processes.mjs'

const NAMES = ['valkey-server', 'redis-server']

/** @returns {string} the path of its program */
function ensureRedis() {
  const found = findProgram(NAMES)
  if (found) return found
  installPackage('redis-server', 'A Redis-compatible server is missing: install Valkey or Redis')
  const installed = findProgram(NAMES)
  if (!installed) throw new Error('redis-server was installed, but not found')
  return installed
}

/** Starts one on a free port of 127.0.0.1 that stores nothing on the disk. */
export async function startRedis() {
  const [port = 0] = await freePorts(1)
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  const running = start({ name: 'redis', command: [ensureRedis(), ...options], isHeld: true })
  while (await isPortFree(port)) {
    if (!running.isRunning()) throw new Error(['Redis did not start', ...running.lastLines()].join('\n'))
    await sleep(50)
  }
  return { url: `redis://127.0.0.1:${port}`, stop: running.stop }
}
