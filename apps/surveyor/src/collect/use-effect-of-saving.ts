import { canBePlate } from '@salama/ui/incidents/plate.ts'
import { useFormatter, useTranslations } from 'next-intl'
import type { HeldSlot } from '@/field-state/session.ts'
import type { Done, NotCounted } from '@/work/quota.ts'

/** What saving a vehicle means for its assignment: whether it counts, as which one, or why not; null without one. */
export function useEffectOfSaving(
  plate: string,
  slot: HeldSlot | null,
  done: Done | null,
  notCounted: readonly NotCounted[],
) {
  const t = useTranslations('collect')
  const tWork = useTranslations('work')
  const { list } = useFormatter()
  if (!slot) return null
  const all = slot.assignment.quota.vehicles
  const facts = notCounted.flatMap((why) =>
    why === 'repeat' || why === 'far_from_place' || why === 'rejected' ? [] : [tWork(`fact.${why}`)],
  )
  const text = () => {
    if (!canBePlate(plate)) return t('effect.noPlate')
    if (notCounted.includes('repeat')) return t('effect.repeat')
    if (notCounted.includes('far_from_place')) return t('effect.far')
    if (facts.length > 0) return t('effect.missing', { facts: list(facts, { type: 'disjunction' }) })
    return done && all !== null ? t('effect.counts', { n: done.vehicles + 1, all }) : t('effect.complete')
  }
  return { text: text(), counts: canBePlate(plate) && notCounted.length === 0 }
}
