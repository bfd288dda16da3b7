'use client'

import type { Problem } from '@salama/ui/ask.ts'
import { focusFirstWrong } from '@salama/ui/components/first-wrong.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** The fields of a request that the service refused, by the first part of their names: `area` for `area.north`. */
export const refusedIn = ({ fields, detail }: Problem): string[] =>
  [...fields.map(({ path }) => path), detail.path].flatMap((path) =>
    typeof path === 'string' ? path.split('.').slice(0, 1) : [],
  )

/**
 * `const [form, goToWrong] = useFirstWrong()`: after a try that left something marked as wrong, `goToWrong()` goes to
 * the first such control of the form.
 */
export function useFirstWrong(): [form: RefObject<HTMLFormElement | null>, goToWrong: () => void] {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) focusFirstWrong(form.current)
  }, [tries])
  return [form, () => setTries((before) => before + 1)]
}
