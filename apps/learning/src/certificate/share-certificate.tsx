'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

/** Shares the certificate's page with the phone's own dialog; where there is none it copies the link. */
export function ShareCertificate({ title, url }: { title: string; url: string }) {
  const t = useTranslations('share')
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  async function share() {
    setOutcome(null)
    try {
      if (navigator.share) return await navigator.share({ title, url })
    } catch (error) {
      // The person closed the dialog. Any other failure falls back to copying.
      if (error instanceof Error && error.name === 'AbortError') return
    }
    setOutcome(
      await navigator.clipboard.writeText(url).then(
        () => 'copied' as const,
        () => 'failed' as const,
      ),
    )
  }
  return (
    <>
      <Button onClick={share}>
        <Icon as={Share2} />
        {t('share')}
      </Button>
      <p role="status" className="w-full text-soft empty:hidden">
        {outcome === 'copied' && t('copied')}
        {outcome === 'failed' && (
          <>
            {t('copyYourself')} <span className="break-all text-ink select-all">{url}</span>
          </>
        )}
      </p>
    </>
  )
}
