'use client'

import { useTranslations } from 'next-intl'
import { CodeBlock } from './code-block'
import { CopyButton } from './copy-button'

/** A code sample with a copy button. `label` is its accessible name. */
export function Code({ label, text }: { label: string; text: string }) {
  const t = useTranslations('code')
  const words = { copy: t('copy'), copied: t('copied'), notCopied: t('notCopied') }
  return (
    <div className="flex flex-col gap-2">
      <CodeBlock label={label} text={text} />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} label={`${words.copy}: ${label}`} words={words} />
      </div>
    </div>
  )
}
