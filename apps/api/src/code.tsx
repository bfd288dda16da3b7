'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ClipboardCheck, ClipboardCopy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

/** Text to be pasted somewhere else, with a button that copies it. `label` is what a screen reader calls it. */
export function Code({ label, text }: { label: string; text: string }) {
  const t = useTranslations('code')
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    )
  return (
    <div className="flex flex-col gap-2">
      {/* A long line scrolls, so the keyboard must reach it. */}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls
        tabIndex={0}
        className="overflow-x-auto rounded-control border-2 border-line bg-sunken"
      >
        <pre className="w-max min-w-full p-3 text-sm">
          <code>{text}</code>
        </pre>
      </section>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={copy} aria-label={`${t('copy')}: ${label}`}>
          <Icon as={outcome === 'copied' ? ClipboardCheck : ClipboardCopy} />
          {t('copy')}
        </Button>
        <span role="status">{outcome && t(outcome)}</span>
      </div>
    </div>
  )
}
