import type { AdminAssignment } from '@salama/domain/assignments/admin-contract'
import { inLanguage } from '@salama/domain/shared'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import { useFormatter, useTranslations } from 'next-intl'
import type { z } from 'zod'

type Assignment = z.infer<typeof AdminAssignment>

/** The translation in the reader's language, if there is one. */
export const titleOf = ({ title, titleSw }: Pick<Assignment, 'title' | 'titleSw'>, locale: string) =>
  inLanguage(locale, title, titleSw)

/** The name of a language in that of the page. */
export const languageName = (language: string, locale: string) =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language

/** Whether an assignment gives out no more slots. */
export const isOver = ({ closedAt, dueAt }: Assignment) =>
  closedAt !== null || (dueAt !== null && Date.parse(dueAt) <= Date.now())

/** The label of a slot's state. An unclaimed slot of a closed assignment is not available any more. */
export const slotStateOf = ({ state }: Assignment['slots'][number], work: Assignment) =>
  state === 'open' && isOver(work) ? 'notTaken' : state

/** The place of an assignment as text. */
export function Where({ of: { placeName, place, area, route, corridor } }: { of: Assignment }) {
  const t = useTranslations('assignments')
  const parts = [
    placeName ?? (place && `${place.lat.toFixed(4)}, ${place.lng.toFixed(4)}`),
    route && t('route', { name: route.shortName }),
    corridor?.name,
    area && t('areaWords', { height: km(area.north - area.south), width: km(area.east - area.west) }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Rounded to one decimal. Near the equator a degree has the same length in both directions. */
const km = (degrees: number) => Math.round((degrees * METRES_PER_DEGREE) / 100) / 10

const STATES = ['approved', 'submitted', 'changes_requested', 'claimed', 'open', 'notTaken', 'blocked'] as const

/** Progress of an assignment: approved slots, and the states of the others. */
export function Progress({ of }: { of: Assignment }) {
  const t = useTranslations('assignments')
  const states = of.slots.map((slot) => slotStateOf(slot, of))
  const count = (state: (typeof STATES)[number]) => states.filter((each) => each === state).length
  const others = STATES.filter((state) => state !== 'approved' && count(state) > 0)
  return (
    <span>
      {t('approvedOf', { approved: count('approved'), slots: of.slots.length })}
      {others.length > 0 && (
        <span className="block text-sm text-soft">
          {others.map((state) => `${t(`slotStates.${state}`)} ${count(state)}`).join(' · ')}
        </span>
      )}
    </span>
  )
}

/** What each slot is asked for: "10 vehicles · 120 minutes · sticker, seats". */
export function Quota({ of: { quota } }: { of: Assignment }) {
  const t = useTranslations('assignments')
  const { list } = useFormatter()
  const parts = [
    quota.vehicles !== null && t('quotaVehicles', { count: quota.vehicles }),
    quota.minutes !== null && t('quotaMinutes', { count: quota.minutes }),
    quota.facts.length > 0 && list(quota.facts.map((fact) => t(`fact.${fact}`))),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : t('quotaNone')
}
