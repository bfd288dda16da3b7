import { write, writeSync } from 'node:fs'

const EVERY_MS = 100
const AT_ONCE = 32_768
/** The most that is buffered while the disk is full or nobody reads; further lines are dropped, so that a log costs neither memory nor the service. */
const MOST_WAITING = 1_048_576

/**
 * Log lines, written some at a time beside the event loop: each alone would cost a twelfth of a request. What fails is
 * tried again with the next lines and once at the end, where pino's destination would wait for ever.
 */
export function openOutput(fd: number) {
  let lines = ''
  let waiting = Buffer.alloc(0)
  let isWriting = false
  const take = () => {
    const bytes = Buffer.concat([waiting, Buffer.from(lines)])
    lines = ''
    waiting = Buffer.alloc(0)
    return bytes
  }
  const flush = () => {
    if (isWriting || (lines === '' && waiting.length === 0)) return
    const bytes = take()
    isWriting = true
    write(fd, bytes, (error, written) => {
      isWriting = false
      const rest = error ? bytes : bytes.subarray(written)
      waiting = rest.length > MOST_WAITING ? Buffer.alloc(0) : rest
    })
  }
  setInterval(flush, EVERY_MS).unref()
  process.once('exit', () => {
    try {
      writeSync(fd, take())
    } catch {
      // Nobody reads it, or there is no room.
    }
  })
  return {
    write: (line: string) => {
      if (lines.length < MOST_WAITING) lines += line
      if (lines.length >= AT_ONCE) flush()
    },
  }
}
