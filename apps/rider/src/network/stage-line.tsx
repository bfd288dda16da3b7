import type { Direction } from '@salama/domain/network/contract'
import { breakable } from '@salama/ui/components/breakable.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Certainty } from '@salama/ui/incidents/certainty.tsx'
import { IncidentSign } from '@salama/ui/incidents/incident-sign.tsx'
import { ageOf } from '@salama/ui/incidents/severity.ts'
import { incidentWords } from '@salama/ui/incidents/words.ts'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Part, partsOf } from './parts.ts'

type Stage = Direction['stages'][number]
type Live = Direction['live'][number]['incident']

/** The stages of a direction in order, with what is reported between them where it lies. */
export function StageLine({ direction, nowMs }: { direction: Direction; nowMs: number }) {
  return (
    <ol className="flex flex-col">
      {partsOf(direction).map((part) => (
        <LinePart key={keyOf(part)} part={part} nowMs={nowMs} />
      ))}
    </ol>
  )
}

const keyOf = (part: Part) =>
  part.kind === 'live' ? part.incident.id : part.kind === 'stage' ? part.key : `${part.stages[0]?.key}+`

function LinePart({ part, nowMs }: { part: Part; nowMs: number }) {
  const t = useTranslations('stageLine')
  if (part.kind === 'stage') return <StageItem stage={part.stage} />
  if (part.kind === 'live') return <LiveItem incident={part.incident} nowMs={nowMs} />
  return (
    <li className="relative">
      <Track dotted />
      <details>
        <summary className="ms-10 touch-link cursor-pointer font-semibold text-link">
          {t('more', { count: part.stages.length })}
        </summary>
        <ol className="flex flex-col">
          {part.stages.map(({ key, stage }) => (
            <StageItem key={key} stage={stage} />
          ))}
        </ol>
      </details>
    </li>
  )
}

const StageItem = ({ stage }: { stage: Stage }) => (
  <li className="relative flex min-h-10 items-center">
    <Track />
    <span aria-hidden="true" className="absolute start-3 size-4 rounded-full border-4 border-link bg-paper" />
    <span className={cx('ms-10 min-w-0 wrap-break-word', stage.isMain && 'font-semibold')}>
      {breakable(stage.name)}
    </span>
  </li>
)

const Track = ({ dotted = false }) => (
  <span
    aria-hidden="true"
    className={`absolute start-[18px] -z-1 h-full border-s-4 border-link ${dotted ? 'border-dotted' : ''}`}
  />
)

function LiveItem({ incident, nowMs }: { incident: Live; nowMs: number }) {
  const words = incidentWords(incident, nowMs, useTranslations('incidents'), useTranslations('categories'))
  return (
    <li className="relative isolate">
      <Track />
      <Link
        href={`/incidents/${incident.id}`}
        prefetch={false}
        className="flex min-h-14 items-center gap-3 py-2 -ms-0.5"
      >
        <span className="rounded-full bg-paper">
          <IncidentSign {...incident} age={ageOf(incident, nowMs)} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block">
            <strong className="font-semibold">{words.what}</strong>{' '}
            <span className="text-sm text-soft">{words.seen}</span>
          </span>
          <span className="text-sm">
            <Certainty of={incident.corroboration} />
          </span>
        </span>
        <Icon as={ChevronRight} className="text-soft rtl:-scale-x-100" />
      </Link>
    </li>
  )
}
