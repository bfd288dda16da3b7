'use client'

import { PushSwitch } from '@salama/ui/alerts/push-switch.tsx'
import { useTranslations } from 'next-intl'
import { pushClient } from './push-client.ts'

/** Needs the messages `alerts`. */
export function RiderPushSwitch({ publicKey }: { publicKey: string | null }) {
  const t = useTranslations('alerts')
  const words = {
    heading: t('pushHeading'),
    turnOn: t('turnOn'),
    turnOff: t('turnOff'),
    on: t('push.on'),
    off: t('push.off'),
    blocked: t('push.blocked'),
    unsupported: t('push.unsupported'),
  }
  return <PushSwitch publicKey={publicKey} client={pushClient} words={words} />
}
