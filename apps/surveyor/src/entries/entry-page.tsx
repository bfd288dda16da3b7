'use client'

import { isSending } from '@salama/outbox/items.ts'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link, useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { ArrowLeft, PenLine, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { AssignmentField } from '@/collect/assignment-field.tsx'
import { decisionReason } from '@/collect/returned.tsx'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import { FieldState } from '@/field-state/field-state.tsx'
import { OwnPhotos } from '@/field-state/own-photos.tsx'
import { claimsOf } from '@/field-state/session.ts'
import type { FieldState as OpenFieldState } from '@/field-state/use-field-state.ts'
import { useSave } from '@/field-state/use-put.ts'
import { canCorrect, useServerEntry } from '@/field-state/use-server-entry.ts'
import { claimTokenOf } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { ChangeButton } from '@/outbox-list/outbox-item.tsx'
import { EntryFacts } from './entry-facts.tsx'

/** One entry (`?id=`): what was recorded, what became of it, and what can still be changed. */
export function EntryPage() {
  const [id, setId] = useState<string | null>()
  useEffect(() => setId(new URLSearchParams(window.location.search).get('id')), [])
  if (id === undefined) return null
  return (
    <>
      <BackToEntries />
      <FieldState>{(fieldState) => <Entry fieldState={fieldState} id={id} />}</FieldState>
    </>
  )
}

function BackToEntries() {
  const t = useTranslations('entry')
  return (
    <Link href="/entries" className="inline-flex min-h-touch items-center gap-2 font-semibold text-link">
      <Icon as={ArrowLeft} />
      {t('back')}
    </Link>
  )
}

function Entry({ fieldState, id }: { fieldState: OpenFieldState; id: string | null }) {
  const t = useTranslations('entry')
  const here = fieldState.entries.find(({ item }) => item.id === id || item.reply?.sentAs === id)
  const { entry, isSearched, problem } = useServerEntry(
    fieldState,
    here?.item.state === 'received' || !here ? id : null,
  )
  if (here && here.item.content.kind === 'entry' && here.item.content.body !== null)
    return <Waiting fieldState={fieldState} entry={here} />
  if (entry) return <Sent fieldState={fieldState} entry={entry} />
  if (!isSearched && id !== null)
    return (
      <p role="status" className="min-h-40 text-soft">
        {t('loading')}
      </p>
    )
  return (
    <EmptyState title={t(problem === 'network' ? 'offlineTitle' : 'goneTitle')}>
      <p>{t(problem === 'network' ? 'offline' : 'gone')}</p>
    </EmptyState>
  )
}

/** An entry that is still on this phone only. */
function Waiting({ fieldState, entry }: { fieldState: OpenFieldState; entry: FieldEntry }) {
  const t = useTranslations('entry')
  const { moment } = useTimes()
  const router = useRouter()
  const { item, files } = entry
  const [asking, setAsking] = useState(false)
  const { put } = useSave(fieldState)
  if (item.content.kind !== 'entry' || item.content.body === null) return null
  const { content } = item
  const body = item.content.body
  const claims = claimsOf(fieldState.server)
  const token = claimTokenOf(content)
  const isBusy = isSending(item, Date.now())
  /** Under another claim. The server may have it already: then the change is sent as a correction. */
  const move = (next: number | null) => {
    const { claimToken: _, ...rest } = body
    const moved = { ...rest, ...(next !== null && { claimToken: next }) }
    const retryIds = [...(content.retryIds ?? []), crypto.randomUUID()]
    const changed = { ...content, body: moved, notCounted: [], retryIds } // the server says what counts there
    fieldState.outbox.sendAgain(item.id, changed).catch(() => null)
  }
  const remove = async () => {
    const mayBeSent = item.attempts > 0 && item.state !== 'refused'
    const { plate, retryIds } = content
    const isStored =
      !mayBeSent || (await put(() => ({ kind: 'withdraw', entryId: item.id, plate, ...(retryIds && { retryIds }) })))
    if (!isStored) return // the server may have it: it stays here until its withdrawal is stored
    await fieldState.outbox.remove(item.id).catch(() => null)
    router.push('/entries')
  }
  return (
    <div className="flex flex-col gap-5 pb-8">
      <Heading plate={content.plate} />
      <Notice
        tone={item.state === 'refused' ? 'danger' : 'info'}
        title={t(item.state === 'refused' ? 'refused' : 'waiting')}
      >
        <p>{t('recorded', { time: moment(content.capturedAt) })}</p>
      </Notice>
      {body.revises === undefined && (
        <AssignmentField
          claims={claims}
          chosen={claims.find((claim) => claim.token === token) ?? null}
          done={null}
          onChange={move}
        />
      )}
      <EntryFacts fieldState={fieldState} of={{ ...body, photos: files.length, assignment: null }} />
      <div className="flex flex-wrap gap-2">
        <ChangeButton fieldState={fieldState} id={item.id} disabled={isBusy} />
        {!asking && (
          <Button disabled={isBusy} onClick={() => setAsking(true)}>
            {t('delete')}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm title={t('deleteSure')} yes={t('deleteYes')} onYes={remove} onNo={() => setAsking(false)}>
          {t('deleteWords')}
        </Confirm>
      )}
    </div>
  )
}

function Sent({ fieldState, entry }: { fieldState: OpenFieldState; entry: ServerEntry }) {
  const t = useTranslations('entry')
  const tSync = useTranslations('syncStatus')
  const { moment } = useTimes()
  const [asking, setAsking] = useState(false)
  const { busy, put } = useSave(fieldState)
  const { id, state, vehicle, decision, revises, revisedBy } = entry
  const pending = fieldState.entries.filter(({ item }) => item.state !== 'received')
  const isLeaving = pending.some(({ item: { content } }) => content.kind === 'withdraw' && content.entryId === id)
  const correction = pending.find(({ item: { content } }) => content.kind === 'entry' && content.body?.revises === id)
  const isOpen = canCorrect(entry) && !isLeaving && !correction
  const assignment = fieldState.server?.assignments.find((each) => each.id === entry.assignmentId) ?? null
  return (
    <div className="flex flex-col gap-5 pb-8">
      <Heading plate={vehicle.plate} />
      <div className="flex flex-col gap-1">
        <p className="font-semibold first-letter:uppercase">{tSync(`server.${state}`).replace(/^[^:]+: */u, '')}</p>
        <p>{t('recorded', { time: moment(entry.capturedAt) })}</p>
        <p className="text-soft">{t('received', { time: moment(entry.receivedAt) })}</p>
      </div>
      {decision && <Decision state={state} decision={decision} />}
      {isLeaving && <Notice tone="info">{t('leaving')}</Notice>}
      {correction && (
        <Notice tone="info" title={t('correctionWaits')}>
          <LinkButton href={`/entry?id=${correction.item.id}`} onClick={reload}>
            {t('openCorrection')}
          </LinkButton>
        </Notice>
      )}
      <EntryFacts
        fieldState={fieldState}
        of={{
          vehicle,
          note: entry.note,
          place: entry.place,
          photos: entry.photos,
          assignment,
          flags: entry.qualityFlags,
        }}
      />
      <OwnPhotos account={fieldState.account} entry={entry} />
      {(revises || revisedBy) && (
        <p className="flex flex-wrap gap-x-6">
          {revises && <Version id={revises}>{t('older')}</Version>}
          {revisedBy && <Version id={revisedBy}>{t('newer')}</Version>}
        </p>
      )}
      {isOpen ? (
        <>
          <div className="flex flex-wrap gap-2">
            <LinkButton variant="main" href={`/collect?revises=${id}`}>
              <Icon as={PenLine} />
              {t('correct')}
            </LinkButton>
            {!asking && (
              <Button onClick={() => setAsking(true)}>
                <Icon as={Undo2} />
                {t('withdraw')}
              </Button>
            )}
          </div>
          {asking && (
            <Confirm
              title={t('withdrawSure')}
              yes={t('withdrawYes')}
              busy={busy}
              onYes={() => put(() => ({ kind: 'withdraw', entryId: id, plate: vehicle.plate }))}
              onNo={() => setAsking(false)}
            >
              {t('withdrawWords')}
            </Confirm>
          )}
        </>
      ) : (
        !isLeaving && !correction && <p className="text-soft">{t('closed')}</p>
      )}
    </div>
  )
}

/** The page reads its entry from the URL once. */
const reload = () => setTimeout(() => window.location.reload(), 0)

const Version = ({ id, children }: { id: string; children: React.ReactNode }) => (
  <a href={`?id=${id}`} className="touch-link font-semibold">
    {children}
  </a>
)

const Heading = ({ plate }: { plate: string }) => (
  <h2 className="text-xl">
    <Plate value={plate} />
  </h2>
)

function Decision({
  state,
  decision,
}: {
  state: ServerEntry['state']
  decision: NonNullable<ServerEntry['decision']>
}) {
  const t = useTranslations('entry')
  const collect = useTranslations('collect')
  const { moment } = useTimes()
  const reason = decisionReason(decision.reason)
  const tone = state === 'approved' ? 'ok' : state === 'rejected' ? 'danger' : 'warn'
  return (
    <Notice tone={tone} title={t('decided', { time: moment(decision.decidedAt) })}>
      {reason && <p>{collect(`reason.${reason}`)}</p>}
      {decision.note && <p className="font-semibold">“{decision.note}”</p>}
      {!reason && !decision.note && <p>{t('noWords')}</p>}
      {decision.reservedUntil && <p>{collect('reserved', { time: moment(decision.reservedUntil) })}</p>}
    </Notice>
  )
}

function Confirm({
  title,
  yes,
  busy = false,
  onYes,
  onNo,
  children,
}: {
  title: string
  yes: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
  children: React.ReactNode
}) {
  const t = useTranslations('entry')
  return (
    <div className="flex flex-col gap-2 rounded-control bg-warn-wash p-3">
      <div role="alert" tabIndex={-1} ref={focusOnMount} className="outline-none">
        <p className="font-semibold">{title}</p>
        <p>{children}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" busy={busy} onClick={onYes}>
          {yes}
        </Button>
        <Button onClick={onNo}>{t('keep')}</Button>
      </div>
    </div>
  )
}
