'use client'

import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/**
 * The error of a control, in the place of its hint. The element always exists, so that its text is announced, and so does
 * its room: what is below it, like the button under a finger, moves neither when an error of one line comes nor when it goes.
 */
export function FieldError({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  return (
    // Without a hint the line is partly in the gap of its form.
    <div className={cx('grid text-sm *:[grid-area:1/1]', !hint && '-mb-2 min-h-lh')}>
      {hint && <div className={error ? 'invisible' : 'text-soft'}>{hint}</div>}
      <p id={id} aria-live="polite" className={error ? LINE : 'sr-only'}>
        {error && <Mark />}
        {error}
      </p>
      {!error && last && (
        <p aria-hidden="true" data-words={last} className={cx(LINE, 'invisible after:content-[attr(data-words)]')}>
          <Mark />
        </p>
      )}
    </div>
  )
}

const LINE = 'flex items-start gap-1.5 font-semibold text-danger'
const Mark = () => <Icon as={CircleAlert} className="mt-px" />
