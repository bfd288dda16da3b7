'use client'

import { type PushState, pushState } from '@salama/push/browser.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Bell, BellOff } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { turnOff, turnOn } from './push-client.ts'

/** Turns messages on this phone on or off, and says why it cannot. Needs the messages `alerts`. */
export function PushSwitch({ publicKey }: { publicKey: string | null }) {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    pushState().then(setState, () => setState('unsupported'))
  }, [])

  async function change() {
    setBusy(true)
    if (state === 'on') await turnOff()
    const next = state === 'on' || publicKey === null ? 'off' : await turnOn(publicKey, locale)
    setState(next)
    setBusy(false)
  }

  const shown = publicKey === null ? 'unsupported' : state
  return (
    <section aria-labelledby="push" className="flex flex-col items-start gap-2">
      <h2 id="push" className="text-xl font-bold">
        {t('pushHeading')}
      </h2>
      <p role="status" className="max-w-prose text-soft">
        {shown && t(`push.${shown}`)}
      </p>
      {(shown === 'on' || shown === 'off') && (
        <Button onClick={change} busy={busy}>
          {!busy && <Icon as={shown === 'on' ? BellOff : Bell} />}
          {t(shown === 'on' ? 'turnOff' : 'turnOn')}
        </Button>
      )}
    </section>
  )
}
