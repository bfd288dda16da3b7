'use client'

import type { Incident } from '@salama/domain/incidents/contract'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { IncidentSign } from '../incidents/incident-sign.tsx'
import type { Age } from '../incidents/severity.ts'
import { canPart, nextOf } from './groups.ts'
import { groupClass, markerClass } from './marker-classes.ts'

/** An incident on the map; `label` is its full description, for screen readers. */
export type MapIncident = Pick<Incident, 'id' | 'category' | 'corroboration' | 'precision' | 'place'> & {
  label: string
  age?: Age
}

export type Choice = { chosen: string | undefined; onChoose: ((id: string) => void) | undefined }

export type MapGroup = [MapIncident, ...MapIncident[]]

/** Selects one after the other of a cluster at one place; of others, `onPart` zooms in. */
export function GroupButton({
  group,
  onPart,
  chosen,
  onChoose,
}: { group: MapGroup; onPart: (event: MouseEvent) => void } & Choice) {
  const t = useTranslations('map')
  const comesApart = canPart(group.map(({ place }) => place))
  return (
    <button
      type="button"
      aria-label={t(comesApart ? 'groupCloser' : 'groupNext', { count: group.length })}
      onClick={(event) => (comesApart ? onPart(event) : onChoose?.(nextOf(group, chosen).id))}
      className={groupClass(group.some(({ id }) => id === chosen))}
    >
      {group.length}
    </button>
  )
}

export function IncidentMarker({
  incident: { id, category, corroboration, age = 'fresh', label },
  chosen,
  onChoose,
}: { incident: MapIncident } & Choice) {
  const look = markerClass(id === chosen)
  const sign = <IncidentSign category={category} corroboration={corroboration} age={age} />
  if (!onChoose)
    return (
      <span role="img" aria-label={label} className={look}>
        {sign}
      </span>
    )
  return (
    <button type="button" aria-label={label} aria-pressed={id === chosen} onClick={() => onChoose(id)} className={look}>
      {sign}
    </button>
  )
}
