'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { useState } from 'react'
import { CodeBlock } from '@/code-block'
import { CopyButton } from '@/copy-button'

const WORDS = { copy: 'Copy', copied: 'Copied', notCopied: 'Could not copy' }

export type Sample = { label: string; source: string }

/** One request in several languages, of which one is shown. */
export function Samples({ samples }: { samples: Sample[] }) {
  const [label, setLabel] = useState('curl')
  const shown = samples.find((sample) => sample.label === label)
  if (!shown) return null
  return (
    <section aria-label="Samples" className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        {samples.map((sample) => (
          <Button
            key={sample.label}
            variant={sample === shown ? 'second' : 'quiet'}
            aria-pressed={sample === shown}
            onClick={() => setLabel(sample.label)}
          >
            {sample.label}
          </Button>
        ))}
        <CopyButton key={label} text={shown.source} words={WORDS} />
      </div>
      <CodeBlock label={`${label} sample`} text={shown.source} />
    </section>
  )
}
