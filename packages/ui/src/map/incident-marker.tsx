'use client'

import type { Incident } from '@salama/domain/incidents/contract'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { cx } from '../components/cx.ts'
import { IncidentSign } from '../incidents/incident-sign.tsx'
import { type Age, isOld } from '../incidents/severity.ts'
import { canPart, nextOf } from './groups.ts'
import { signSize } from './haze.ts'
import { groupClass, markerClass } from './marker-classes.ts'

/** An incident on the map; `label` is its full description, for screen readers. */
export type MapIncident = Pick<Incident, 'id' | 'category' | 'corroboration' | 'precision' | 'place'> & {
  label: string
  age?: Age
  /** What stands at the haze of a coarse one; without them the beginning of its label. */
  words?: { what: string; where: string }
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
  const isChosen = id === chosen
  const look = markerClass(isChosen)
  // A sign is 44 px: scaled, it grows from its middle and what can be pressed stays.
  const sign = (
    <span className="transition-[scale]" style={{ scale: signSize({ corroboration, age }, isChosen) / 44 }}>
      <IncidentSign category={category} corroboration={corroboration} age={age} />
    </span>
  )
  if (!onChoose)
    return (
      <span role="img" aria-label={label} className={look}>
        {sign}
      </span>
    )
  return (
    <button type="button" aria-label={label} aria-pressed={isChosen} onClick={() => onChoose(id)} className={look}>
      {sign}
    </button>
  )
}

export const areaWords = ({ words, label }: MapIncident) => words ?? { what: label.split('. ', 1).join(), where: '' }

/** The words of an area: neither a pin nor an edge. From afar they would cover others, and are for screen readers alone. */
export function AreaName({
  group,
  isNear,
  onPart,
  chosen,
  onChoose,
}: { group: MapGroup; isNear: boolean; onPart: (event: MouseEvent) => void } & Choice) {
  const [{ label, place, age }] = group
  const { what, where } = areaWords(group[0])
  const isChosen = group.some(({ id }) => id === chosen)
  const look = cx(
    'area-name grid min-h-12 min-w-12 max-w-38 place-content-center text-start font-sans text-[min(var(--text-sm),20px)] leading-tight',
    isOld(age) ? 'text-soft' : 'text-ink',
    isChosen && 'rounded-control bg-raised/80 px-2',
  )
  const content = isNear && (
    <span>
      <span className={cx('block', !isOld(age) && 'font-semibold')}>
        {what}
        {group.length > 1 && ` +${group.length - 1}`}
      </span>
      {where}
    </span>
  )
  if (!onChoose)
    return (
      <span role="img" aria-label={label} className={look}>
        {content}
      </span>
    )
  const comesApart = group.some(({ place: other }) => other.lat !== place.lat || other.lng !== place.lng)
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      onClick={(event) => (comesApart ? onPart(event) : onChoose(nextOf(group, chosen).id))}
      className={look}
    >
      {content}
    </button>
  )
}
