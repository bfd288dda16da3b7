import { Icon } from '@salama/ui/components/icon.tsx'
import { Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

const FACES: Record<'not_started' | 'in_progress' | 'completed', { icon: LucideIcon; look: string }> = {
  not_started: { icon: Circle, look: 'text-soft' },
  in_progress: { icon: CircleDot, look: 'text-ink' },
  completed: { icon: CircleCheck, look: 'text-ok' },
}

/** Where somebody is in something, as a shape and in words. */
export function StateWord({ state, children }: { state: keyof typeof FACES; children?: ReactNode }) {
  const t = useTranslations('courses')
  const { icon, look } = FACES[state]
  return (
    <span className={`inline-flex items-center gap-2 font-semibold ${look}`}>
      <Icon as={icon} />
      {children ?? t(`state.${state}`)}
    </span>
  )
}

/** Something to be done, with a mark whether it is: a lesson, a quiz. */
export function DoneMark({ done }: { done: boolean }) {
  const t = useTranslations('courses')
  return done ? (
    <Icon as={CircleCheck} label={t('done')} className="text-ok" />
  ) : (
    <Icon as={Circle} label={t('notDone')} className="text-soft" />
  )
}
