'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Download, Share } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { installOffer } from './install-event.ts'

/**
 * Installs the app, where the browser offers it; on an iPhone it says how. Nothing where it is installed already. It is
 * at the foot of pages and never asks by itself. Needs the messages `install`.
 */
export function InstallApp() {
  const t = useTranslations('install')
  const offer = useSyncExternalStore(installOffer.subscribe, installOffer.get, () => null)
  const needsHint = useIsSafariOnPhone()
  if (offer)
    return (
      <Button
        onClick={async () => {
          await offer.prompt()
          installOffer.clear() // an offer can be used once; the browser makes another one later
        }}
      >
        <Icon as={Download} />
        {t('install')}
      </Button>
    )
  if (!needsHint) return <span hidden data-scripts="install" />
  return (
    <details>
      <summary className="flex min-h-touch cursor-pointer items-center gap-2 font-semibold text-link underline">
        <Icon as={Download} />
        {t('install')}
      </summary>
      <p className="max-w-prose">
        {t('onIphone')} <Icon as={Share} className="inline" />
      </p>
    </details>
  )
}

/** Safari on an iPhone or iPad has no offer, only its menu. False on the server and where the app is installed. */
function useIsSafariOnPhone(): boolean {
  const [is, set] = useState(false)
  useEffect(() => {
    const isPhone =
      /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    set(isPhone && !window.matchMedia('(display-mode: standalone)').matches)
  }, [])
  return is
}
