'use client'

import { FieldError } from '@salama/ui/components/field-error.tsx'
import { type ReactNode, useId, useState } from 'react'

/**
 * The stars of a rating. Sent without one, `missing` is said beside them, in place of the browser's bubble; `error` is
 * the server's, for a form that was sent before the script was there.
 */
export function Stars({
  legend,
  error,
  missing,
  children,
}: {
  legend: string
  error: string | undefined
  missing: string
  children: ReactNode
}) {
  const id = useId()
  const [isMissing, setIsMissing] = useState(false)
  return (
    <fieldset
      className="flex flex-col gap-2"
      aria-describedby={id}
      onInvalid={(event) => {
        event.preventDefault()
        if (event.target instanceof HTMLElement && !isMissing) event.target.focus()
        setIsMissing(true)
      }}
      onChange={() => setIsMissing(false)}
    >
      <legend className="sr-only">{legend}</legend>
      <FieldError id={id} error={isMissing ? missing : error} />
      {children}
    </fieldset>
  )
}
