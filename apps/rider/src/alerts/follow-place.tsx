'use client'

import type { follow } from '@salama/domain/alerts/contract'
import type { PointOfInterest } from '@salama/domain/network/contract'
import { CITY } from '@salama/domain/shared'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Select } from '@salama/ui/components/controls.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { Bell } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ClientForm } from '@/client-form.tsx'
import { searchStages } from '@/map-search.ts'
import type { ListLocation } from '@/nearby/query.ts'
import { RequestProblem, useRequest } from '@/request.tsx'
import { following, noteFollow } from './follows.ts'
import { pushClient } from './push-client.ts'

const RADII = [500, 1000, 2000, 5000] as const

type Props = {
  publicKey: string | null
  /** A place that was chosen on the map. */
  given: ListLocation | null
  givenRadiusM: number | null
}

/** Follows the surroundings of a stage, or of a given place. Needs the messages `alerts`, `stops` and `errors`. */
export function FollowPlace({ publicKey, given, givenRadiusM }: Props) {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const router = useRouter()
  const id = useId()
  const [stage, setStage] = useState<PointOfInterest | null>(null)
  const [onMap, setOnMap] = useState(given)
  const [radiusM, setRadiusM] = useState<number>(RADII.findLast((each) => each <= (givenRadiusM ?? 1000)) ?? RADII[0])
  const { busy, problem, settle } = useRequest()
  const [missing, setMissing] = useState(false)
  const [done, setDone] = useState<string | null>(null)

  async function send() {
    const chosen = onMap
      ? { ...onMap, name: onMap.name ?? t('chosenPlace') }
      : stage && { ...stage.place, name: stage.name }
    setMissing(chosen === null)
    if (chosen === null || busy) return
    const { lat, lng, name } = chosen
    const body = { kind: 'place' as const, place: { lat, lng }, radiusM, name }
    const turningOn = publicKey === null ? Promise.resolve() : pushClient.turnOn(publicKey, locale)
    const result = await settle(turningOn.then(() => tryCall<typeof follow>('POST /api/follows', following(body))))
    if (!result.ok) return
    noteFollow(result.reply)
    setDone(name)
    router.refresh()
  }

  return (
    <ClientForm onSend={send} className="flex max-w-md flex-col gap-3">
      {onMap ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p>
            {t('onMap')} <strong>{onMap.name ?? t('chosenPlace')}</strong>
          </p>
          <Button
            variant="quiet"
            onClick={() => {
              setOnMap(null)
              setDone(null)
            }}
          >
            {t('otherPlace')}
          </Button>
        </div>
      ) : (
        <StageSearch
          label={t('stage')}
          value={stage}
          onChange={(next) => {
            setStage(next)
            setDone(null)
          }}
          search={(q, signal) => searchStages(q, signal, CITY.centre)}
          error={missing && stage === null ? t('stageMissing') : undefined}
        />
      )}
      <label htmlFor={id} className="flex flex-col gap-1 font-semibold">
        {t('within')}
        <Select
          id={id}
          value={radiusM}
          onChange={(event) => setRadiusM(Number(event.currentTarget.value))}
          className="min-h-touch rounded-control border border-edge bg-raised px-3 font-normal"
        >
          {RADII.map((radius) => (
            <option key={radius} value={radius}>
              {t('radius', { m: radius })}
            </option>
          ))}
        </Select>
      </label>
      <Button type="submit" busy={busy} className="self-start">
        {!busy && <Icon as={Bell} />}
        {t('followPlace')}
      </Button>
      <p role="status" className="text-soft empty:hidden">
        {done && t('placeFollowed', { name: done })}
      </p>
      <RequestProblem problem={problem} />
    </ClientForm>
  )
}
