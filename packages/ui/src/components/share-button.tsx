'use client'

import { Check, Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
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
  /** As wide as what it is in. */
  wide?: boolean
  /** A round sign alone, for a corner of a map or the row of a title; its outcome floats under it and moves nothing. */
  round?: boolean
  className?: string
  /** The text of the button, where "Share" is not clear enough. */
  children?: string
}

/** For so long it says that it copied. */
const COPIED_MS = 5_000

/** Shares a page by the phone's dialog, else copies the link, else has it to be copied by hand. Needs the messages `shareLink`. */
export function ShareButton({
  title,
  url,
  variant = 'second',
  wide = false,
  round = false,
  className,
  children,
}: Props) {
  const t = useTranslations('shareLink')
  const [outcome, setOutcome] = useState<'copied' | { link: string } | null>(null)
  const isCopied = outcome === 'copied'
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setOutcome(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

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

  const name = children ?? t('share')
  return (
    <div className={cx('flex min-w-0 flex-col items-start gap-2', round && 'relative', className)}>
      <Button
        variant={round ? 'quiet' : variant}
        wide={wide}
        className={round ? ROUND : ''}
        onClick={share}
        {...(round ? { 'aria-label': name } : { 'aria-live': 'polite' })}
      >
        <Icon as={isCopied ? Check : Share2} />
        {!round && (isCopied ? t('copied') : name)}
      </Button>
      <div
        role="status"
        className={cx(
          'w-full text-sm text-soft empty:hidden',
          round && 'absolute end-0 top-13 z-1 w-max max-w-60 over-map rounded-control px-3 py-2',
        )}
      >
        {round && isCopied && t('copied')}
        {outcome !== null && !isCopied && (
          <label>
            {t('copyYourself')}
            <input
              readOnly
              value={outcome.link}
              onFocus={(event) => event.target.select()}
              className="min-h-touch w-full truncate rounded-control bg-fill px-3 text-ink"
            />
          </label>
        )}
      </div>
    </div>
  )
}

const ROUND = 'size-12 rounded-full! p-0! text-xl text-ink!'
