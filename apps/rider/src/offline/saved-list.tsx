'use client'

import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { canBePlate, formatPlate } from '@salama/ui/incidents/plate.ts'
import { useRequestedUrl } from '@salama/ui/offline/use-requested-url.ts'
import { Megaphone, RotateCw, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { serverNow } from '@/nearby/fetch-nearby.ts'
import { IncidentList } from '@/nearby/incident-list.tsx'
import { listedFor } from '@/nearby/listed.ts'
import { usePlaceName } from '@/nearby/place-name.ts'
import { readSavedList, type SavedList as Saved } from './saved.ts'

/** The links that work offline, and the last list on this phone with its time. */
export function SavedList() {
  const t = useTranslations('offline')
  const url = useRequestedUrl()
  const plate = plateOf(url)
  const saved = useSaved()
  return (
    <>
      <div className="flex flex-wrap gap-3 pb-6">
        <LinkButton href={plate ? { pathname: '/report', query: { vehicle: plate } } : '/report'} variant="main">
          <Icon as={Megaphone} />
          {plate ? t('reportAbout', { plate }) : t('report')}
        </LinkButton>
        <Button onClick={() => window.location.assign(url)}>
          <Icon as={RotateCw} />
          {t('retry')}
        </Button>
        <LinkButton href="/outbox">
          <Icon as={Smartphone} />
          {t('outbox')}
        </LinkButton>
      </div>
      {saved && <LastList saved={saved} />}
      {saved === null && (
        <EmptyState title={t('emptyTitle')}>
          <p>{t('empty')}</p>
        </EmptyState>
      )}
    </>
  )
}

/** The plate that the requested page is about, or that was looked up: a report about it can begin offline. */
function plateOf(url: string): string | null {
  const typed = /\/(?:v|rate)\/([^/?#]+)|[?&](?:code|vehicle)=([^&#]+)/.exec(url)?.slice(1).find(Boolean) ?? ''
  const text = new URLSearchParams(`text=${typed}`).get('text') ?? ''
  return canBePlate(text) ? formatPlate(text) : null
}

function LastList({ saved: { query, loaded } }: { saved: Saved }) {
  const t = useTranslations('offline')
  const nearby = useTranslations('nearby')
  const { moment } = useTimes()
  const [nowMs] = useState(Date.now)
  const place = usePlaceName()(query)
  const now = serverNow(loaded, nowMs)
  const incidents = listedFor(false, loaded.reply.data, now)
  return (
    <section aria-labelledby="last" className="flex flex-col gap-2">
      <h2 id="last" className="font-semibold">
        {nearby('around', { place })}
      </h2>
      <p className="font-semibold">{t('asOf', { time: moment(loaded.reply.asOf) })}</p>
      {incidents.length === 0 ? (
        <p className="text-soft">{t('nothing')}</p>
      ) : (
        <IncidentList incidents={incidents} nowMs={now} wide={false} />
      )}
    </section>
  )
}

/** Undefined until storage was read. */
function useSaved() {
  const [saved, setSaved] = useState<Saved | null>()
  useEffect(() => {
    readSavedList().then(setSaved)
  }, [])
  return saved
}
