import { useEffect, useState } from 'react'

/** How far somebody got in a form that waits for an e-mail. Never a password. */
export type Kept = { email: string; waiting: boolean }

const NOTHING: Kept = { email: '', waiting: false }

/**
 * State that survives a reload of the tab. Going to read an e-mail on a small phone often makes the browser throw this
 * page away; on coming back it must still be waiting for the code.
 */
export function useKept(form: string): [Kept, (kept: Kept) => void] {
  const key = `salama.account.${form}`
  const [kept, setKept] = useState(NOTHING)
  useEffect(() => setKept(read(key)), [key])
  return [
    kept,
    (next) => {
      setKept(next)
      write(key, next)
    },
  ]
}

function read(key: string): Kept {
  try {
    const { email, waiting } = Object(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return typeof email === 'string' && typeof waiting === 'boolean' ? { email, waiting } : NOTHING
  } catch {
    return NOTHING // storage is switched off, or holds something else
  }
}

function write(key: string, kept: Kept): void {
  try {
    if (kept.email === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // storage is switched off: the form still works, it only forgets on a reload
  }
}
