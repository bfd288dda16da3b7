'use client'

import { Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { copyText } from '../copy-text.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

type Props = {
  /** The title of what is shared. */
  title: string
  /** The page's URL, or its path with the language, like `/en/incidents/…`; made when it is pressed, if a function. */
  url: string | (() => Promise<string>)
  variant?: ButtonVariant['variant']
  /** A round sign alone, for a corner of a map or the row of a title; its outcome floats under it and moves nothing. */
  round?: boolean
  className?: string
  /** The text of the button, where "Share" is not clear enough. */
  children?: string
}

/** Shares a page by the phone's dialog, else copies the link, else shows it. Needs the messages `shareLink`. */
export function ShareButton({ title, url, variant = 'second', round = false, className, children }: Props) {
  const t = useTranslations('shareLink')
  const [outcome, setOutcome] = useState<'copied' | { link: string } | null>(null)

  async function share() {
    const link = new URL(typeof url === 'string' ? url : await url(), window.location.origin).href
    setOutcome(null)
    try {
      if (navigator.share) return await navigator.share({ title, url: link })
    } catch (error) {
      // The user closed the dialog. Any other failure falls back to copying.
      if (error instanceof Error && error.name === 'AbortError') return
    }
    setOutcome((await copyText(link)) ? 'copied' : { link })
  }

  return (
    <div className={cx('flex flex-col items-start gap-2', round && 'relative', round && className)}>
      <Button
        variant={round ? 'quiet' : variant}
        className={round ? ROUND : className}
        onClick={share}
        {...(round && { 'aria-label': children ?? t('share') })}
      >
        <Icon as={Share2} />
        {!round && (children ?? t('share'))}
      </Button>
      <p
        role="status"
        className={cx(
          'max-w-full text-soft empty:hidden',
          round && 'absolute end-0 top-13 z-1 w-max max-w-60 over-map rounded-control px-3 py-2 text-sm',
        )}
      >
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

const ROUND = 'size-12 rounded-full! p-0! text-xl text-ink!'
