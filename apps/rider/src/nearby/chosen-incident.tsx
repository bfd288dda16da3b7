import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { isPageReady } from '@salama/ui/apps/mark-ready.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { VoteButtons } from '@/votes/vote-buttons.tsx'

/** The incident selected on the map, above the list: scrolled into view, unless it came with the page. */
export function ChosenIncident({
  incident,
  nowMs,
  onClose,
}: {
  incident: NearbyIncident | undefined
  nowMs: number
  onClose: () => void
}) {
  const t = useTranslations('nearby')
  const card = useRef<HTMLDivElement>(null)
  const id = incident?.id
  useEffect(() => {
    if (id !== undefined && isPageReady()) card.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <div ref={card} aria-live="polite" className={incident && 'relative pb-3'}>
      {incident && (
        <>
          <h2 className="sr-only">{t('selected')}</h2>
          <IncidentCard incident={incident} nowMs={nowMs} chosen actions={<VoteButtons incident={incident} />} />
          <button
            type="button"
            aria-label={t('closeCard')}
            onClick={onClose}
            className="absolute top-1 end-1 grid size-11 place-items-center rounded-control hover:bg-sunken"
          >
            <Icon as={X} />
          </button>
        </>
      )}
    </div>
  )
}
