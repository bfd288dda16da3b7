import { useEffect, useState } from 'react'

/** The progress of a form that waits for an e-mail. Never a password. */
export type SavedForm = { email: string; waiting: boolean }

const NOTHING: SavedForm = { email: '', waiting: false }

/**
 * State that survives a reload of the tab. While a user reads an e-mail on a small phone, the browser often discards
 * this page; on return it must still wait for the code.
 */
export function useSavedForm(form: string): [SavedForm, (saved: SavedForm) => void] {
  const key = `salama.account.${form}`
  const [saved, setSaved] = useState(NOTHING)
  useEffect(() => setSaved(read(key)), [key])
  return [
    saved,
    (next) => {
      setSaved(next)
      write(key, next)
    },
  ]
}

function read(key: string): SavedForm {
  try {
    const { email, waiting } = Object(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return typeof email === 'string' && typeof waiting === 'boolean' ? { email, waiting } : NOTHING
  } catch {
    return NOTHING // storage is disabled, or contains something else
  }
}

function write(key: string, saved: SavedForm): void {
  try {
    if (saved.email === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(saved))
  } catch {
    // storage is disabled: the form works, but its state is lost on a reload
  }
}
