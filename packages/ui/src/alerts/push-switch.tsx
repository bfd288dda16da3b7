'use client'

import { type PushState, pushState } from '@salama/push/browser.ts'
import { Bell, BellOff } from 'lucide-react'
import { useLocale } from 'next-intl'
import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import type { PushClient } from './push-client.ts'

type Words = Record<'heading' | 'turnOn' | 'turnOff' | PushState, string>

/** Turns messages on this phone on or off, and says why it cannot. */
export function PushSwitch({
  publicKey,
  client,
  words,
}: {
  publicKey: string | null
  client: PushClient
  words: Words
}) {
  const locale = useLocale()
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const read = async () => {
      const found = await pushState()
      return found === 'on' && !(await client.isMine()) ? 'off' : found
    }
    read().then(setState, () => setState('unsupported'))
  }, [client])

  async function change() {
    setBusy(true)
    if (state === 'on') await client.turnOff()
    const next = state === 'on' || publicKey === null ? 'off' : await client.turnOn(publicKey, locale)
    setState(next)
    setBusy(false)
  }

  const shown = publicKey === null ? 'unsupported' : state
  return (
    <section aria-labelledby="push" className="flex flex-col items-start gap-2">
      <h2 id="push" className="font-semibold">
        {words.heading}
      </h2>
      <p role="status" className="max-w-prose text-soft">
        {shown && words[shown]}
      </p>
      {(shown === 'on' || shown === 'off') && (
        <Button onClick={change} busy={busy}>
          {!busy && <Icon as={shown === 'on' ? BellOff : Bell} />}
          {shown === 'on' ? words.turnOff : words.turnOn}
        </Button>
      )}
    </section>
  )
}
