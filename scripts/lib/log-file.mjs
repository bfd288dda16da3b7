/** A process's output, bounded: `name.log` and older ones to `.5`, for the service's user only. Dependency-free. */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MAX_FILES = 5
const MAX_BYTES = 5 * 1024 * 1024

/**
 * Writing never throws: a full disk or a log folder that was moved ends no service. What cannot be written goes to
 * `fallback`, and the file is tried again with the next text; the folder itself is made again, but not what it is in.
 * @param {string} file
 * @param {number} [maxBytes] of one file; a single write is never split
 * @param {(text: string) => void} [fallback]
 * @returns {(text: string) => void}
 */
export function openLog(file, maxBytes = MAX_BYTES, fallback = (text) => process.stderr.write(text)) {
  const folder = dirname(file)
  let isFailing = false
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  return (text) => {
    if (!existsSync(folder)) attempt(() => mkdirSync(folder, { mode: 0o700 }))
    const failure = attempt(() => append(file, text, maxBytes))
    if (failure && !isFailing) fallback(`${file} cannot be written, and what belongs there follows here: ${failure}\n`)
    if (failure) fallback(text)
    else if (isFailing) fallback(`${file} is written again.\n`)
    isFailing = failure !== undefined
  }
}

/**
 * What failed, if it did.
 * @param {() => void} work
 * @returns {string | undefined}
 */
function attempt(work) {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @param {number} maxBytes
 */
function append(file, text, maxBytes) {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > 0 && bytes + Buffer.byteLength(text) > maxBytes) rotate(file)
  appendFileSync(file, text, { mode: 0o600 })
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
