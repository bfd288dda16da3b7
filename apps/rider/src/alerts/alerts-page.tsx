'use client'

import type { Follow, readAlerts, unfollow } from '@salama/domain/alerts/contract'
import type { ErrorSlug } from '@salama/domain/shared'
import { tryCall } from '@salama/http/call'
import { PushSwitch } from '@salama/ui/alerts/push-switch.tsx'
import { Button } from '@salama/ui/components/button.tsx'
import { Link, useRouter } from '@salama/ui/i18n/navigation.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { RequestProblem, useRequest } from '@/request.tsx'
import { noteRead, noteUnfollow } from './follows.ts'
import { pushClient } from './push-client.ts'

// What the page of alerts does in the browser. Needs the messages `alerts` and `errors`.

/** Marks the alerts that are shown as read, once the page is seen. */
export function MarkRead() {
  useEffect(() => {
    tryCall<typeof readAlerts>('POST /api/alerts/read').then((result) => result.ok && noteRead())
  }, [])
  return null
}

/** Messages on this phone: on or off. */
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

/** What is followed, each with a button to stop. `refused`: why a plain form was. */
export function FollowList({ follows, refused }: { follows: readonly Follow[]; refused?: ErrorSlug | undefined }) {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const router = useRouter()
  const { busy, problem, settle } = useRequest()
  const [stopped, setStopped] = useState<string | null>(null)

  async function stop(id: string) {
    setStopped(id)
    const { ok } = await settle(tryCall<typeof unfollow>('DELETE /api/follows/{id}', { params: { id } }))
    if (!ok) return
    noteUnfollow(id)
    router.refresh()
  }

  return (
    <>
      <RequestProblem problem={problem ?? refused ?? null} />
      <ul className="flex flex-col">
        {follows.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-4 border-b border-line py-2 last:border-0">
            <span className="me-auto min-w-0">
              <Target follow={each} />
            </span>
            <form method="post" action={`/follow/${each.id}/stop?locale=${locale}`}>
              <Button
                type="submit"
                busy={busy && stopped === each.id}
                aria-label={t('stopNamed', { name: nameOf(each, t) })}
                onClick={(event) => {
                  event.preventDefault()
                  stop(each.id)
                }}
              >
                {t('stop')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </>
  )
}

type Translate = ReturnType<typeof useTranslations<'alerts'>>

function nameOf({ kind, name, radiusM }: Follow, t: Translate): string {
  if (kind === 'report') return t('ownReport')
  if (kind === 'route') return t('route', { name: name ?? '' })
  if (kind === 'vehicle') return t('vehicle', { plate: formatPlate(name ?? '') })
  return kind === 'place' ? t('place', { name: name ?? '', m: radiusM ?? 0 }) : (name ?? '')
}

function Target({ follow }: { follow: Follow }) {
  const t = useTranslations('alerts')
  const href = hrefOf(follow)
  const name = nameOf(follow, t)
  if (href === null) return name
  return (
    <Link href={href} prefetch={false} className="touch-link font-semibold">
      {name}
    </Link>
  )
}

function hrefOf({ kind, slug, place, name }: Follow) {
  if (kind === 'corridor') return `/corridors/${slug}`
  if (kind === 'route') return `/routes/${slug}`
  if (kind === 'vehicle') return `/v/${slug}`
  return place && { pathname: '/', query: { lat: place.lat, lng: place.lng, ...(name && { place: name }) } }
}
