'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Download } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { installOffer } from './install-event.ts'

const InstallHint = dynamic(() => import('./install-hint.tsx').then((module) => module.InstallHint), { ssr: false })

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
  return needsHint && <InstallHint />
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
