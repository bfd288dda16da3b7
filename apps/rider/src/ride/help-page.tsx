'use client'

import { deviceStore } from '@salama/http/device-storage'
import { buttonClass } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { MessageSquare } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { readSavedStages } from '@/offline/saved.ts'
import { QuickExit } from '@/report/quick-exit.tsx'
import { Support } from '@/report/support.tsx'
import { readStored, writeStored } from '@/stored.ts'
import { nearestName } from './nearest.ts'
import { useOwnFix, useRide } from './use-ride.ts'

const KEY = 'salama-rider.help-number'

/** The number to write to stays on this phone; the message is sent by the phone itself, also without internet. */
export function HelpPage() {
  const t = useTranslations('ride')
  const { clock } = useTimes()
  const { ride } = useRide()
  const { fix, on, ask } = useOwnFix()
  const [number, setNumber] = useState('')
  const [own, setOwn] = useState<string | null>(null)
  const [near, setNear] = useState<string | null>(null)
  useEffect(() => setNumber(String(readStored(() => deviceStore, KEY) ?? '')), [])
  useEffect(() => {
    if (fix) readSavedStages().then((stages) => setNear(nearestName(stages, fix)))
  }, [fix])
  const place = fix
    ? t('sms.at', { near: near ?? 'none', lat: fix.lat.toFixed(5), lng: fix.lng.toFixed(5), m: fix.accuracyM })
    : ''
  const [plate, route] = [ride?.plate ? formatPlate(ride.plate) : 'none', ride?.route?.name ?? 'none']
  // The page is the same for everybody until this phone has read what it knows.
  const ready = ride === undefined ? '' : t('sms.words', { plate, route, place, time: clock(new Date()) })
  const text = own ?? ready
  return (
    <div className="@container mx-auto flex w-full max-w-xl flex-1 flex-col">
      <QuickExit />
      <div className="flex flex-col gap-6 pb-4">
        <PageHeader title={t('help')} back={{ href: '/ride', label: t('title') }}>
          <p>{t('helpWords')}</p>
        </PageHeader>
        <div className="flex flex-col gap-3">
          <Field
            multiline
            label={t('sms.title')}
            hint={t('sms.textHint')}
            value={text}
            onChange={(event) => setOwn(event.target.value)}
          />
          {!on && (
            <button type="button" className={buttonClass({}, 'self-start')} onClick={ask}>
              {t('sms.addPlace')}
            </button>
          )}
          <Field
            label={t('sms.number')}
            hint={t('sms.numberHint')}
            type="tel"
            autoComplete="off"
            value={number}
            maxLength={20}
            onChange={(event) => {
              setNumber(event.target.value)
              writeStored(() => deviceStore, KEY, event.target.value.trim() || null)
            }}
          />
        </div>
        <Support />
      </div>
      <Dock follows>
        <a
          className={buttonClass({ variant: 'main' })}
          // `?&`: phones of both kinds read the text after it.
          href={`sms:${number.replace(/[^\d+]/g, '')}?&body=${encodeURIComponent(text)}`}
        >
          <Icon as={MessageSquare} />
          {t('sms.write')}
        </a>
      </Dock>
    </div>
  )
}
