'use client'

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/**
 * The error of a control. The element always exists, so that its text is announced. Once there was an error, its room
 * stays: what is below it, like the button under a finger, does not move when the error goes.
 */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  return (
    <>
      <p id={id} aria-live="polite" className={error ? LINE : 'sr-only'}>
        {error && <Mark />}
        {error}
      </p>
      {!error && last && (
        <p aria-hidden="true" data-words={last} className={cx(LINE, 'invisible after:content-[attr(data-words)]')}>
          <Mark />
        </p>
      )}
    </>
  )
}

const LINE = 'flex items-start gap-1.5 font-semibold text-danger'
const Mark = () => <Icon as={CircleAlert} className="mt-0.5" />
