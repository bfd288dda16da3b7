'use client'

import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LoadingState } from '@salama/ui/components/list-state.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { LifeBuoy, Megaphone, Star } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { BeginRide } from './begin-ride.tsx'
import { ChooseRoute } from './choose-route.tsx'
import { endOf, newRide, type Ride, tripPath } from './ride.ts'
import { RouteAhead } from './route-ahead.tsx'
import { canSeal } from './seal.ts'
import { useOwnFix, useRide, useWakeLock } from './use-ride.ts'
import { useSharing } from './use-sharing.ts'

/** The ride that somebody is on. A link with a vehicle or a route begins it, or asks while there is another one. */
export function RidePage() {
  const t = useTranslations('ride')
  const kept = useRide()
  const { ride, begin } = kept
  const own = useOwnFix()
  const sharing = useSharing(kept, own.fix)
  const [asked, setAsked] = useState<URLSearchParams | null>(null)
  const take = useEffectEvent(() => {
    const query = new URLSearchParams(window.location.search)
    if (!query.has('vehicle') && !query.has('route')) return
    // So that a reload after the end does not begin it again.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (ride && ride.plate !== query.get('vehicle')) setAsked(query)
    else if (!ride) begin(newRide(query, null))
  })
  const isRead = ride !== undefined
  useEffect(() => {
    if (isRead) take()
  }, [isRead])
  if (ride === undefined) return <LoadingState />
  if (ride === null) return <BeginRide onBegin={(query) => begin(newRide(query, null))} />
  return (
    <>
      {asked && (
        <Notice title={t('change', { name: asked.get('vehicle') ?? asked.get('name') ?? '' })} announce="polite">
          <div className="flex flex-wrap gap-3">
            <Button
              variant="main"
              onClick={() => {
                begin(newRide(asked, ride))
                setAsked(null)
              }}
            >
              {t('changeYes')}
            </Button>
            <Button onClick={() => setAsked(null)}>{t('changeNo')}</Button>
          </div>
        </Notice>
      )}
      <OnTheRide {...{ ride, kept, own, sharing }} />
    </>
  )
}

type Props = {
  ride: Ride
  kept: ReturnType<typeof useRide>
  own: ReturnType<typeof useOwnFix>
  sharing: ReturnType<typeof useSharing>
}

function OnTheRide({ ride, kept, own: { fix, problem, on, ask }, sharing }: Props) {
  const t = useTranslations('ride')
  const locale = useLocale()
  const { clock } = useTimes()
  const { shared, plate, route } = ride
  useWakeLock(shared !== null)
  const name = plate ? formatPlate(plate) : (route?.name ?? '')
  return (
    <>
      <div className="mx-auto flex w-full max-w-xl flex-col gap-6 pb-6">
        <PageHeader
          title={ride.towards ? t('towards', { stage: ride.towards }) : t('title')}
          back={{ href: '/', label: t('nearby') }}
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink">
            {plate && <Plate value={plate} />} {route?.name}
          </p>
        </PageHeader>
        {shared && (
          <Notice tone={sharing.failed || problem ? 'warn' : 'ok'} title={t('sharing')} announce="polite">
            <p>
              {problem
                ? t(`gps.${problem}`)
                : sharing.failed
                  ? t('notSent')
                  : sharing.sentMs === null
                    ? t('finding')
                    : t('sentAt', { time: clock(new Date(sharing.sentMs)) })}
            </p>
            <p className="text-soft">{t('keepOpen')}</p>
            <Button onClick={sharing.stopSharing}>{t('stopSharing')}</Button>
          </Notice>
        )}
        {route ? (
          <RouteAhead key={route.id} {...{ route, ride, fix }} change={kept.change} onEnd={sharing.endRide} />
        ) : (
          <ChooseRoute plate={plate} onChoose={(route) => kept.change((now) => ({ ...now, route }))} />
        )}
        {!on && (
          <Button onClick={ask} className="self-start">
            {t('showMe')}
          </Button>
        )}
        {!shared && problem && <p className="text-soft">{t(`gps.${problem}`)}</p>}
        <div className="pairs">
          <LinkButton href={{ pathname: '/report', query: plate ? { vehicle: plate } : {} }} prefetch={false}>
            <Icon as={Megaphone} />
            {t('report')}
          </LinkButton>
          {plate && (
            <LinkButton href={`/rate/${encodeURIComponent(plate)}`} prefetch={false}>
              <Icon as={Star} />
              {t('rate')}
            </LinkButton>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex-1 basis-40 text-soft">{t('endsAt', { time: clock(new Date(endOf(ride))) })}</p>
          <Button onClick={sharing.endRide}>{t('end')}</Button>
        </div>
        {!canSeal() && <p className="text-soft">{t('shareUnsafe')}</p>}
      </div>
      <Dock follows>
        <LinkButton href="/ride/help" variant="danger" className="px-3">
          <Icon as={LifeBuoy} />
          {t('help')}
        </LinkButton>
        {canSeal() && (
          <ShareButton
            variant={shared ? 'second' : 'main'}
            className="w-full px-3"
            title={t('shareTitle', { name })}
            url={async () => {
              ask()
              return tripPath(locale, await sharing.share())
            }}
          >
            {t(shared ? 'shareAgain' : 'share')}
          </ShareButton>
        )}
      </Dock>
    </>
  )
}
