'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { copyText } from '@salama/ui/copy-text.ts'
import { Share2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'

type Props = {
  /** The title of what is shared. */
  title: string
  /** A path of this app without the language, like `/incidents/…`. */
  path: string
  /** The text of the button, where "Share" is not clear enough. */
  children?: string
}

/**
 * Shares a page with the phone's own dialog; where there is none it copies the link, and where that fails too it shows
 * the link. Needs the messages `share`.
 */
export function ShareButton({ title, path, children }: Props) {
  const t = useTranslations('share')
  const locale = useLocale()
  const [outcome, setOutcome] = useState<'copied' | { link: string } | null>(null)

  async function share() {
    const url = new URL(`/${locale}${path}`, window.location.origin).href
    setOutcome(null)
    try {
      if (navigator.share) return await navigator.share({ title, url })
    } catch (error) {
      // The user closed the dialog. Any other failure falls back to copying.
      if (error instanceof Error && error.name === 'AbortError') return
    }
    setOutcome((await copyText(url)) ? 'copied' : { link: url })
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={share}>
        <Icon as={Share2} />
        {children ?? t('share')}
      </Button>
      <p role="status" className="max-w-full text-soft empty:hidden">
        {outcome === 'copied' && t('copied')}
        {outcome !== null && outcome !== 'copied' && (
          <>
            {t('copyYourself')} <span className="break-all text-ink select-all">{outcome.link}</span>
          </>
        )}
      </p>
    </div>
  )
}
