import { type Route, tryCall } from '@salama/http/call'
import { PushSwitch } from '@salama/ui/alerts/push-switch.tsx'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { pushClient } from './push-client.ts'

type GetKey = Route<'get', '/api/push/key', { publicKey: string | null }>

/** Notifications of assignments and returned entries. Hidden offline, where they cannot be turned on. Needs `push`. */
export function FieldPushSwitch() {
  const t = useTranslations('push')
  const [publicKey, setPublicKey] = useState<string | null>()
  useEffect(() => {
    // The page is cached and the same for everybody; the key is the server's.
    tryCall<GetKey>('GET /api/push/key').then((result) => result.ok && setPublicKey(result.reply.publicKey))
  }, [])
  if (publicKey === undefined) return null
  const words = {
    heading: t('heading'),
    turnOn: t('turnOn'),
    turnOff: t('turnOff'),
    on: t('on'),
    off: t('off'),
    blocked: t('blocked'),
    unsupported: t('unsupported'),
  }
  return <PushSwitch publicKey={publicKey} client={pushClient} words={words} />
}
