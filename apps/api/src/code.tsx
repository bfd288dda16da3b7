'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { copyText } from '@salama/ui/copy-text.ts'
import { ClipboardCheck, ClipboardCopy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { CodeBlock } from './code-block'

/** A code sample with a copy button. `label` is its accessible name. */
export function Code({ label, text }: { label: string; text: string }) {
  const t = useTranslations('code')
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'notCopied')
  return (
    <div className="flex flex-col gap-2">
      <CodeBlock label={label} text={text} />
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
