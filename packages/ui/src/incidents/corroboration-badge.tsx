import type { Incident } from '@salama/domain/incidents/contract'
import { BadgeCheck, CircleCheck, CircleDashed, CircleHelp, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Icon } from '../components/icon.tsx'

const SIGNS: Record<Incident['corroboration'], LucideIcon> = {
  unverified: CircleDashed,
  corroborated: CircleCheck,
  verified: BadgeCheck,
  disputed: CircleHelp,
}

/** How sure we are, in a sign and words; firm only when somebody else has said the same. */
export function CorroborationBadge({ of }: { of: Incident['corroboration'] }) {
  const t = useTranslations('incidents')
  const firm = of === 'corroborated' || of === 'verified'
  return (
    <span className={`inline-flex items-center gap-1.5 ${firm ? 'font-semibold text-ok' : 'text-soft'}`}>
      <Icon as={SIGNS[of]} />
      {t(`corroboration.${of}`)}
    </span>
  )
}
