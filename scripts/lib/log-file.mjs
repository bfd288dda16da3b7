/**
 * A rotating log of a process's output, of bounded size: `name.log`, and the older `name.log.1` to `.5`.
 * Dependency-free.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MAX_FILES = 5
const MAX_BYTES = 5 * 1024 * 1024

/**
 * @param {string} file
 * @param {number} [maxBytes] of one file; a single write is never split
 * @returns {(text: string) => void}
 */
export function openLog(file, maxBytes = MAX_BYTES) {
  mkdirSync(dirname(file), { recursive: true })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return (text) => {
    const more = Buffer.byteLength(text)
    if (bytes > 0 && bytes + more > maxBytes) {
      rotate(file)
      bytes = 0
    }
    appendFileSync(file, text)
    bytes += more
  }
}

/** @param {string} file */
function rotate(file) {
  const generations = [file, ...Array.from({ length: MAX_FILES }, (_, index) => `${file}.${index + 1}`)]
  for (let index = MAX_FILES; index > 0; index--) {
    const from = generations[index - 1]
    const to = generations[index]
    if (from && to && statSync(from, { throwIfNoEntry: false })) renameSync(from, to)
  }
}
