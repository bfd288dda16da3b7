'use client'

import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LoadingState } from '@salama/ui/components/list-state.tsx'
import { MapPage } from '@salama/ui/components/map-page.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { ShareButton } from '@salama/ui/components/share-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { LifeBuoy, Megaphone, Star } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { BackOverMap } from '@/map/back-over-map.tsx'
import { BeginRide } from './begin-ride.tsx'
import { ChooseRoute } from './choose-route.tsx'
import { endOf, newRide, type Ride, tripPath } from './ride.ts'
import { RideMap, RouteAhead, useLine } from './route-ahead.tsx'
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
  if (ride === null)
    return (
      <>
        {sharing.undo && <Undo words={t('ended')} onUndo={sharing.undo} />}
        <BeginRide onBegin={(query) => begin(newRide(query, null))} />
      </>
    )
  return (
    <OnTheRide key={ride.route?.id} {...{ ride, kept, own, sharing }}>
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
    </OnTheRide>
  )
}

/** In the place of a question before the end, which would cost time. */
function Undo({ words, onUndo }: { words: string; onUndo: () => void }) {
  const t = useTranslations('ride')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-fill ps-4">
      <p role="status">{words}</p>
      <Button variant="quiet" onClick={onUndo}>
        {t('undo')}
      </Button>
    </div>
  )
}

type Props = {
  ride: Ride
  kept: ReturnType<typeof useRide>
  own: ReturnType<typeof useOwnFix>
  sharing: ReturnType<typeof useSharing>
  children: ReactNode
}

function OnTheRide({ ride, kept, own, sharing, children }: Props) {
  const t = useTranslations('ride')
  const { clock } = useTimes()
  const { plate, route, shared } = ride
  const { fix, problem, on, ask } = own
  const line = useLine(ride, kept.change, fix)
  useWakeLock(shared !== null)
  const back = { href: '/', label: t('nearby') }
  const end = (
    <Button onClick={sharing.endRide} className={route ? 'over-map absolute end-3 top-3 rounded-full' : ''}>
      {t('end')}
    </Button>
  )
  const content = (
    <>
      {children}
      {route && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="font-semibold">{route.name}</strong> {plate && <Plate value={plate} />}
        </p>
      )}
      {route ? (
        <RouteAhead line={line} onEnd={sharing.endRide} />
      ) : (
        <ChooseRoute plate={plate} onChoose={(route) => kept.change((now) => ({ ...now, route }))} />
      )}
      {!on && (
        <Button onClick={ask} className="self-start">
          {t('showMe')}
        </Button>
      )}
      {problem && !shared && <p className="text-soft">{t(`gps.${problem}`)}</p>}
      <div className="pairs">
        <LinkButton href={{ pathname: '/report', query: plate ? { vehicle: plate } : {} }} prefetch={false}>
          <Icon as={Megaphone} />
          {t('report')}
        </LinkButton>
        {plate && (
          <LinkButton
            href={{ pathname: `/rate/${encodeURIComponent(plate)}`, query: route ? { route: route.id } : {} }}
            prefetch={false}
          >
            <Icon as={Star} />
            {t('rate')}
          </LinkButton>
        )}
      </div>
      <p className="pb-2 text-soft">{t('endsAt', { time: clock(new Date(endOf(ride))) })}</p>
      {!canSeal() && <p className="text-soft">{t('shareUnsafe')}</p>}
      {shared && <p className="text-soft">{t('keepOpen')}</p>}
      <RideDock {...{ ride, own, sharing }} />
    </>
  )
  if (route)
    return (
      <MapPage
        map={<RideMap ahead={line.ahead} fix={fix} routeId={route.id} />}
        over={
          <>
            <BackOverMap {...back} />
            {end}
          </>
        }
      >
        {content}
      </MapPage>
    )
  return (
    <div className="@container mx-auto flex w-full max-w-xl flex-1 flex-col gap-6">
      <PageHeader title={t('title')} back={back} beside={end}>
        {plate && <Plate value={plate} />}
      </PageHeader>
      {content}
    </div>
  )
}

/** Help and sharing at the thumb; while the trip is shared, its end and its link. */
function RideDock({ ride: { shared, plate, route }, own, sharing }: Pick<Props, 'ride' | 'own' | 'sharing'>) {
  const t = useTranslations('ride')
  const locale = useLocale()
  const { clock } = useTimes()
  const { sentMs, failed, undo } = sharing
  const sent = sentMs === null ? t('finding') : t('sentAt', { time: clock(new Date(sentMs)) })
  return (
    <Dock follows>
      <LinkButton href="/ride/help" variant="danger" className="px-3">
        <Icon as={LifeBuoy} />
        {t('help')}
      </LinkButton>
      {shared && (
        <Button className="px-3" onClick={sharing.stopSharing}>
          {t('stopSharing')}
        </Button>
      )}
      {canSeal() && (
        <div className={shared ? 'flex basis-full flex-wrap items-center justify-between gap-x-3' : 'grid'}>
          {shared && (
            <p role="status" className="flex-1 basis-40 text-sm">
              <strong className="font-semibold text-ok">{t('sharing')}</strong>{' '}
              {own.problem ? t(`gps.${own.problem}`) : failed ? t('notSent') : sent}
            </p>
          )}
          <ShareButton
            variant={shared ? 'quiet' : 'main'}
            wide={!shared}
            title={t('shareTitle', { name: plate ? formatPlate(plate) : (route?.name ?? '') })}
            url={async () => {
              own.ask()
              return tripPath(locale, await sharing.share())
            }}
          >
            {t(shared ? 'shareAgain' : 'share')}
          </ShareButton>
        </div>
      )}
      {undo && (
        <div className="basis-full">
          <Undo words={t('stopped')} onUndo={undo} />
        </div>
      )}
    </Dock>
  )
}
