'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LocateFixed } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Desk } from '@/desk/use-desk.ts'
import { locate } from '@/gps.ts'
import type { Fix } from '@/outbox/content.ts'

/** Where the vehicle was seen, if the surveyor lets the phone say so. */
export function PlaceField({
  desk,
  place,
  onChange,
}: {
  desk: Desk
  place: Fix | null
  onChange: (fix: Fix | null) => void
}) {
  const t = useTranslations('collect')
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const ask = async () => {
    setState('asking')
    const fix = await locate()
    setState(fix ? 'idle' : 'failed')
    if (!fix) return
    desk.keep.put('fix', fix)
    onChange(fix)
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button busy={state === 'asking'} onClick={ask}>
        {state !== 'asking' && <Icon as={LocateFixed} />}
        {t(place ? 'placeAgain' : 'placeAdd')}
      </Button>
      <p role="status" className="text-soft">
        {state === 'failed' ? t('placeFailed') : place ? t('placeIs', { metres: place.accuracyM }) : t('placeNone')}
      </p>
    </div>
  )
}
