import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

// Runs work on an untrusted file in a process of its own. A decoder in native code cannot be interrupted within our
// process, and a thread shares our memory; a process can be killed.
//
// The limits are set by the shell and held by the kernel, so they hold also where we are busy, and after we are gone: a
// process has no more than its processor time to outlive us. It gets a lower priority, and none of our environment, in
// which there are secrets.

export type ApartLimits = {
  /** Processor time in seconds, with the start of the process (0.1 s). */
  cpuS: number
  /** On a busy machine little processor time may take long. */
  wallMs: number
  /** What it may allocate; macOS does not enforce it. */
  memoryMb: number
  maxOutputBytes: number
}

/** Why a process ended without a result: it was killed at a limit, or failed by itself. */
export class EndedApart extends Error {
  override name = 'EndedApart'
  readonly why: 'cost' | 'late' | 'failed'

  constructor(why: EndedApart['why'], message: string) {
    super(message)
    this.why = why
  }
}

/** V8 reserves them for code that it compiles, and the limit of the kernel counts them. */
const V8_CODE_MB = 512

/** The last thing that a process says on its error stream, for our log. */
const MAX_MESSAGE = 500

/**
 * Runs a file of this package, which reads its input from stdin and writes its result to stdout.
 * @param name of an export of this package. Found from the working directory, because bundlers move code.
 * @throws {EndedApart}
 * @throws {Error} the process could not be started
 */
export async function runApart(name: string, input: Uint8Array, limits: ApartLimits): Promise<Buffer> {
  const file = createRequire(join(process.cwd(), 'package.json')).resolve(`@salama/domain/${name}`)
  const { cpuS, wallMs, memoryMb, maxOutputBytes } = limits
  // Where a limit is not known (macOS has some of them) the others hold.
  const set = [`-t ${cpuS}`, '-c 0', `-d ${(V8_CODE_MB + memoryMb) * 1024}`]
    .map((limit) => `ulimit ${limit} 2>/dev/null`)
    .join('; ')
  const child = spawn('/bin/sh', ['-c', `${set}; exec nice -n 5 "$@"`, 'sh', process.execPath, file], {
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(wallMs),
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; error?: Error }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => resolve({ code: null, signal: null, error }))
  })
  child.stdin.on('error', () => {}) // it ended before it had read everything: its end says why
  child.stdin.end(input)
  const tooMuch = () => child.kill('SIGKILL')
  const [output, stderr, { code, signal, error }] = await Promise.all([
    upTo(maxOutputBytes, child.stdout, tooMuch),
    upTo(64 * 1024, child.stderr, tooMuch),
    ended,
  ])
  if (code === 0) return output
  const message = `${name}: ${signal ?? code} ${stderr.toString('utf8').trim().slice(-MAX_MESSAGE)}`
  if (error?.name === 'AbortError') throw new EndedApart('late', message)
  if (error) throw error
  throw new EndedApart(signal === null ? 'failed' : 'cost', message)
}

async function upTo(maxBytes: number, stream: Readable, tooMuch: () => void): Promise<Buffer> {
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) tooMuch()
  })
  return buffer(stream)
}
