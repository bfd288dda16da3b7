import type { AdminAssignment } from '@salama/domain/assignments/admin-contract'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'
import { slotStateOf } from './words.tsx'

const STATES = ['approved', 'submitted', 'changes_requested', 'claimed', 'open', 'notTaken', 'blocked'] as const

/** How far field work is: how many of its slots are approved, and where the others are. */
export function Progress({ of }: { of: z.infer<typeof AdminAssignment> }) {
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
