'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { copyText } from '@salama/ui/copy-text.ts'
import { ClipboardCheck, ClipboardCopy } from 'lucide-react'
import { useState } from 'react'

type Props = {
  text: string
  /** The button's accessible name, if there is more than one. */
  label?: string
  words: { copy: string; copied: string; notCopied: string }
}

/** Copies a text and says whether it did. */
export function CopyButton({ text, label, words }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'notCopied')
  return (
    <>
      <Button onClick={copy} aria-label={label}>
        <Icon as={outcome === 'copied' ? ClipboardCheck : ClipboardCopy} />
        {words.copy}
      </Button>
      <span role="status">{outcome && words[outcome]}</span>
    </>
  )
}
