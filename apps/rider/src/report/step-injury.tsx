'use client'

import { Icon } from '@salama/ui/components/icon.tsx'
import { TileButton } from '@salama/ui/components/tile-button.tsx'
import { CircleHelp, HeartPulse, ShieldCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Draft } from './draft.ts'

type Injury = NonNullable<Draft['injury']>
const ANSWERS = [
  { injury: 'none', icon: ShieldCheck },
  { injury: 'some', icon: HeartPulse },
  { injury: 'unknown', icon: CircleHelp },
] as const

export function StepInjury({ chosen, onChoose }: { chosen: Injury | undefined; onChoose: (injury: Injury) => void }) {
  const t = useTranslations('report')
  return (
    <div className="grid gap-2 md:grid-cols-3">
      {ANSWERS.map(({ injury, icon }) => (
        <TileButton
          key={injury}
          icon={<Icon as={icon} />}
          label={t(`injury.${injury}`)}
          chosen={injury === chosen}
          onClick={() => onChoose(injury)}
        />
      ))}
    </div>
  )
}
