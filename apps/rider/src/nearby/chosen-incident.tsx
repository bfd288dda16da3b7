import { breakable } from '@salama/ui/components/breakable.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { IconButton } from '@salama/ui/components/icon-button.tsx'
import { Certainty } from '@salama/ui/incidents/certainty.tsx'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { Bell, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { LazyVotes } from '@/votes/lazy-votes.tsx'
import { followHref } from './follow-href.ts'
import type { Listed } from './listed.ts'
import { SheetHead } from './sheet.tsx'

/** Around what happened. */
const FOLLOWED_M = 1_000

/** What was chosen on the map: what, where, when and how sure, in place of the list. */
export function ChosenIncident({ incident, nowMs, onClose }: { incident: Listed; nowMs: number; onClose: () => void }) {
  const t = useTranslations('nearby')
  const words = incidentWords(incident, nowMs, useTranslations('incidents'), useTranslations('categories'))
  return (
    <article className="flex flex-col gap-2 pb-2">
      <SheetHead>
        <h1 className="min-w-0 text-xl font-bold @max-3xs:text-[min(1.0625rem,7vw)]">{words.what}</h1>
        <IconButton label={t('closeCard')} icon={X} className="-me-2" onClick={onClose} />
      </SheetHead>
      <div className="-mt-2">
        <p>{breakable(words.where)}</p>
        <p className="text-soft">{[words.seen, words.away, words.severity].filter(Boolean).join(' · ')}</p>
        <p className="text-sm">
          <Certainty of={incident.corroboration} />
        </p>
      </div>
      <LazyVotes key={incident.id} incident={incident} />
      <div className="pairs">
        <LinkButton prefetch={false} href={followHref({ ...incident.place, radiusM: FOLLOWED_M }, nameOf(incident))}>
          <Icon as={Bell} />
          {t('followShort')}
        </LinkButton>
        <LinkButton href={`/incidents/${incident.id}`}>{t('seeMore')}</LinkButton>
      </div>
    </article>
  )
}

const nameOf = ({ placeName, areaName, corridor }: Listed) => placeName ?? areaName ?? corridor?.name ?? ''
