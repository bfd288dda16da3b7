import type { AdminAssignment } from '@salama/domain/assignments/admin-contract'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'

type Slots = z.infer<typeof AdminAssignment>['slots']
const STATES = ['approved', 'submitted', 'changes_requested', 'claimed', 'open', 'blocked'] as const

/** How far field work is: how many of its slots are approved, and where the others are. */
export function Progress({ slots }: { slots: Slots }) {
  const t = useTranslations('assignments')
  const count = (state: Slots[number]['state']) => slots.filter((slot) => slot.state === state).length
  const others = STATES.filter((state) => state !== 'approved' && count(state) > 0)
  return (
    <span>
      {t('approvedOf', { approved: count('approved'), slots: slots.length })}
      {others.length > 0 && (
        <span className="block text-sm text-soft">
          {others.map((state) => `${t(`slotStates.${state}`)} ${count(state)}`).join(' · ')}
        </span>
      )}
    </span>
  )
}
