'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Hourglass,
  type LucideIcon,
  RotateCw,
  Smartphone,
  Undo2,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { FieldState } from '@/field-state/field-state.tsx'
import { OpenEntry } from '@/field-state/open-entry.tsx'
import { openSession } from '@/field-state/session.ts'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'
import { compare, isEqual, type Line } from './compare.ts'

export const SyncStatusPage = () => <FieldState>{(fieldState) => <SyncStatus fieldState={fieldState} />}</FieldState>

/** The open session, else the last one that the server knows. */
function SyncStatus({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('syncStatus')
  const { moment, clock } = useTimes()
  const sessionId =
    openSession(fieldState.entries, fieldState.server)?.id ?? fieldState.server?.session?.id ?? lastHere(fieldState)
  if (sessionId === null)
    return (
      <EmptyState title={t('noneTitle')}>
        <p>{t('none')}</p>
      </EmptyState>
    )
  const lines = compare(fieldState.entries, fieldState.server?.entries ?? [], sessionId)
  const session = fieldState.server?.session?.id === sessionId ? fieldState.server.session : null
  const [here, there] = [
    lines.filter(({ phone }) => phone !== 'none').length,
    lines.filter(({ server }) => server !== null).length,
  ]
  return (
    <div className="flex flex-col gap-5 pb-8">
      {session && (
        <p className="text-soft">
          {session.endedAt
            ? t('fromTo', { from: moment(session.startedAt), to: clock(session.endedAt) })
            : t('from', { from: moment(session.startedAt) })}
        </p>
      )}
      <div className="pairs">
        <Count n={here} label={t('here')} />
        <Count n={there} label={t('there')} />
      </div>
      <div role="status">
        {isEqual(lines, fieldState.entries) ? (
          <Notice tone="ok" title={t('equal')}>
            {here < there && <p>{t('elsewhere', { count: there - here })}</p>}
          </Notice>
        ) : (
          <Notice tone="warn" title={t('notEqual')}>
            <p>{t('notEqualWords')}</p>
          </Notice>
        )}
      </div>
      <Compare fieldState={fieldState} />
      <ul className="flex flex-col gap-2" aria-label={t('entries')}>
        {lines.map((line) => (
          <Row key={line.id} line={line} />
        ))}
      </ul>
    </div>
  )
}

const lastHere = ({ entries }: OpenFieldState) =>
  entries.flatMap(({ item: { content } }) => (content.kind === 'start' ? [content.sessionId] : [])).at(-1) ?? null

const Count = ({ n, label }: { n: number; label: string }) => (
  <p className="flex flex-col rounded-control bg-raised p-3">
    <strong className="text-3xl">{n}</strong> <span>{label}</span>
  </p>
)

/** Refreshes the server state; shows an error on failure. */
function Compare({ fieldState }: { fieldState: OpenFieldState }) {
  const t = useTranslations('syncStatus')
  const { clock } = useTimes()
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const ask = async () => {
    setState('asking')
    setState((await fieldState.refreshed()) === null ? 'idle' : 'failed')
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button busy={state === 'asking'} onClick={ask}>
        {state !== 'asking' && <Icon as={RotateCw} />}
        {t('compare')}
      </Button>
      <p role="status" className="text-soft">
        {state === 'failed' ? t('failed') : fieldState.server && t('asOf', { time: clock(fieldState.server.asOf) })}
      </p>
    </div>
  )
}

/** A tick for received items; the others show their status also as an icon, for people who do not read. */
const AT_SERVER: Record<NonNullable<Line['server']> | 'none', { icon: LucideIcon; ink: string }> = {
  none: { icon: CircleDashed, ink: 'text-soft' },
  submitted: { icon: CircleCheck, ink: 'text-ok' },
  in_review: { icon: CircleCheck, ink: 'text-ok' },
  held: { icon: Hourglass, ink: 'text-warn' },
  approved: { icon: CircleCheck, ink: 'text-ok' },
  changes_requested: { icon: Undo2, ink: 'text-warn' },
  rejected: { icon: CircleX, ink: 'text-danger' },
  replaced: { icon: CircleCheck, ink: 'text-soft' },
  withdrawn: { icon: CircleX, ink: 'text-soft' },
}

function Row({ line: { id, plate, capturedAt, phone, server, photos } }: { line: Line }) {
  const t = useTranslations('syncStatus')
  const { clock } = useTimes()
  const { icon, ink } = AT_SERVER[server ?? 'none']
  return (
    <li className="flex flex-col gap-1 rounded-control bg-raised p-3">
      <p className="flex flex-wrap items-center gap-2">
        <Plate value={plate} />
        <span className="text-soft">{clock(capturedAt)}</span>
        <OpenEntry id={id} plate={plate} />
      </p>
      <p className="flex items-center gap-2">
        <Icon
          as={phone === 'refused' ? CircleAlert : Smartphone}
          {...(phone === 'refused' && { className: 'text-danger' })}
        />
        {t(`phone.${phone}`)}
      </p>
      <p className="flex items-center gap-2 font-semibold">
        <Icon as={icon} className={ink} />
        {t(`server.${server ?? 'none'}`)}
      </p>
      {photos.all > 0 && <p className="text-soft">{t('photos', photos)}</p>}
    </li>
  )
}
