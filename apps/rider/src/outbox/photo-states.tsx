'use client'

import { isErrorSlug } from '@salama/domain/shared'
import { type ItemFile, isSending } from '@salama/outbox/items.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CircleAlert, CircleCheck, Clock, LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** The photos of a report, each with its own status. */
export function PhotoStates({ photos }: { photos: readonly ItemFile[] }) {
  const t = useTranslations('outbox.photo')
  const failed = useTranslations('errors')
  if (photos.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {photos.map((photo, index) => {
        const state = photo.state === 'waiting' && isSending(photo, Date.now()) ? 'sending' : photo.state
        const code = photo.problem?.code
        return (
          <li key={photo.id} className="flex items-start gap-2">
            <Icon as={ICONS[state]} className={LOOKS[state]} />
            <span>
              {t(state, { n: index + 1 })}
              {state === 'refused' && isErrorSlug(code) && <span className="block text-soft">{failed(code)}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const ICONS = { waiting: Clock, sending: LoaderCircle, received: CircleCheck, refused: CircleAlert }
const LOOKS = {
  waiting: 'mt-0.5 text-soft',
  sending: 'mt-0.5 animate-turn',
  received: 'mt-0.5 text-ok',
  refused: 'mt-0.5 text-danger',
}
