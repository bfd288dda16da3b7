import type { PGlite } from '@electric-sql/pglite'

/**
 * Gives back the stack of WebAssembly after each message: a statement that fails leaves PGlite's main loop by an
 * exception, which leaves its part of the stack taken. After 1,000 to 3,000 of them everything fails, even `select 1`,
 * with "stack depth limit exceeded". If a version has no stack pointer any more, opening fails here.
 */
export function keepStackWhole(driver: PGlite): void {
  const pointer: unknown = Reflect.get(driver.Module, '___stack_pointer')
  if (!(pointer instanceof WebAssembly.Global)) throw new Error('This version of PGlite has no stack pointer')
  const send = driver.execProtocolRawSync.bind(driver)
  driver.execProtocolRawSync = (message) => {
    const before = pointer.value
    try {
      return send(message)
    } finally {
      pointer.value = before
    }
  }
}
