'use client'

import type { Problem } from '@salama/ui/ask.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** The fields of a request that the service refused, by the first part of their names: `area` for `area.north`. */
export const refusedIn = ({ fields, detail }: Problem): string[] =>
  [...fields.map(({ path }) => path), detail.path].flatMap((path) =>
    typeof path === 'string' ? path.split('.').slice(0, 1) : [],
  )

/**
 * `const [form, goToWrong] = useFirstWrong()`: after a try that left something marked as wrong, `goToWrong()` puts the
 * focus on the first such control of the form, which brings it into sight, and its words are read out.
 */
export function useFirstWrong(): [form: RefObject<HTMLFormElement | null>, goToWrong: () => void] {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return [form, () => setTries((before) => before + 1)]
}
