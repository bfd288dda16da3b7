import { isErrorSlug } from '@salama/domain/shared'
import { type ItemStatus, isDone, isSending } from '@salama/outbox/items.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { DeleteEntry, SignInLink, StatusLine } from '@salama/ui/outbox/outbox-entries.tsx'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { draftOfBody, isBegun } from '@/collect/draft.ts'
import { draftKey } from '@/collect/use-draft.ts'
import type { Draft } from '@/field-state/draft.ts'
import { OpenEntry } from '@/field-state/open-entry.tsx'
import type { FieldState } from '@/field-state/use-field-state.ts'
import type { FieldContent } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'

type ItemState = 'sending' | 'refused' | 'sign_in' | 'role' | 'offline' | 'saved' | 'photos' | 'arrived'

function itemState(entry: FieldEntry): ItemState {
  const { item, files } = entry
  const nowMs = Date.now()
  if (isSending(item, nowMs) || files.some((file) => isSending(file, nowMs))) return 'sending'
  if (item.state === 'received') return isDone(entry) ? 'arrived' : 'photos'
  if (item.state === 'refused' || item.state === 'sign_in') return item.state
  if (item.problem?.code === 'role_required') return 'role'
  return item.problem ? 'offline' : 'saved'
}

/** How each is drawn. */
const STATUS_OF: Record<ItemState, ItemStatus> = {
  sending: 'sending',
  refused: 'refused',
  sign_in: 'sign_in',
  role: 'waiting',
  offline: 'waiting',
  saved: 'saved',
  photos: 'saved',
  arrived: 'received',
}

/** One item of this phone with its status and the actions that are possible. */
export function OutboxItem({ fieldState, entry }: { fieldState: FieldState; entry: FieldEntry }) {
  const t = useTranslations('outbox')
  const { clock } = useTimes()
  const { item, files } = entry
  const { content } = item
  const state = itemState(entry)
  const marks = item.reply?.entry
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <span>{t(`kind.${content.kind}`)}</span>
        {(content.kind === 'entry' || content.kind === 'withdraw') && <Plate value={content.plate} />}
        {content.kind === 'count' && (
          <span>{t('counted', { vehicles: content.vehicles, minutes: content.minutes })}</span>
        )}
        <span className="font-normal text-soft">{t('written', { time: clock(new Date(item.savedAt)) })}</span>
      </p>
      <div className="flex w-full flex-wrap items-center gap-x-4">
        <StatusLine key={state} status={STATUS_OF[state]} isTimed={state === 'role'}>
          {state === 'arrived' || state === 'photos'
            ? t(`state.${state}`, { time: clock(new Date(item.receivedAt ?? item.savedAt)) })
            : t(`state.${state}`)}
        </StatusLine>
        {content.kind === 'entry' && <OpenEntry id={item.reply?.sentAs ?? item.id} plate={content.plate} />}
      </div>
      {files.length > 0 && (
        <p className="text-soft">
          {t('photos', {
            arrived: files.filter((file) => file.state === 'received').length,
            all: files.length,
            refused: files.filter((file) => file.state === 'refused').length,
          })}
        </p>
      )}
      {item.reply?.moot && <p>{t(`moot.${item.reply.moot}`)}</p>}
      {item.reply?.adopted && <p>{t('adopted')}</p>}
      {marks?.seenBefore && <p>{t('seenBefore')}</p>}
      {marks?.late && <p>{t('late')}</p>}
      {marks?.contested && <p>{t('contested')}</p>}
      {state === 'refused' && <Refused fieldState={fieldState} entry={entry} />}
      {state === 'sign_in' && <SignInLink>{t('signIn')}</SignInLink>}
    </>
  )
}

function Refused({ fieldState, entry: { item } }: { fieldState: FieldState; entry: FieldEntry }) {
  const t = useTranslations('outbox')
  const errors = useTranslations('errors')
  const code = item.problem?.code ?? 'internal'
  const { content } = item
  const body = content.kind === 'entry' ? content.body : null
  const isLateCorrection = code === 'invalid_transition' && body?.revises !== undefined
  const again = (changed?: FieldContent) =>
    fieldState.outbox
      .sendAgain(item.id, changed)
      .then(() => fieldState.outbox.flush({ eager: true }))
      .catch(() => null)
  /** The entry was decided before its correction arrived: what was recorded is reviewed as an entry of its own. */
  const asNew = () => {
    if (content.kind !== 'entry' || !body) return
    const { revises: _, ...rest } = body
    again({ ...content, body: rest })
  }
  return (
    <>
      <p>
        {code === 'invalid_transition' && (content.kind === 'entry' || content.kind === 'withdraw')
          ? t(content.kind === 'entry' ? 'decidedBefore' : 'decidedWithdraw')
          : errors(isErrorSlug(code) ? code : 'internal')}
      </p>
      <p>{t('refusedWords')}</p>
      <div className="flex flex-wrap gap-2">
        {content.kind === 'entry' && <ChangeButton fieldState={fieldState} id={item.id} />}
        {isLateCorrection ? (
          <Button onClick={asNew}>{t('asNew')}</Button>
        ) : (
          <Button onClick={() => again()}>{t('again')}</Button>
        )}
        {content.kind !== 'start' && (
          <DeleteEntry
            status="refused"
            isSafe={false}
            words={{ label: t('erase'), yes: t('eraseYes') }}
            onDelete={() => fieldState.outbox.remove(item.id).catch(() => null)}
          />
        )}
      </div>
    </>
  )
}

/** Opens an entry of the outbox in the form again, with its photos and the same id. */
export function ChangeButton({
  fieldState,
  id,
  disabled = false,
}: {
  fieldState: FieldState
  id: string
  disabled?: boolean
}) {
  const t = useTranslations('outbox')
  const router = useRouter()
  const [blocked, setBlocked] = useState(false)
  const change = async () => {
    const entry = fieldState.entries.find(({ item }) => item.id === id)
    const content = entry?.item.content
    if (content?.kind !== 'entry' || content.body === null) return
    const names = await fieldState.fieldCache.get('names')
    const draft: Draft = draftOfBody(id, content.body, names, content.retryIds)
    const key = draftKey(draft.revises)
    const before = await fieldState.fieldCache.get(key)
    // Does not overwrite another draft.
    if (before && isBegun(before)) return setBlocked(true)
    if (!(await fieldState.fieldCache.put(key, draft))) return
    if (!(await fieldState.outbox.withdraw(id))) return
    router.push(draft.revises === null ? '/collect' : `/collect?revises=${draft.revises}`)
  }
  return (
    <>
      <Button disabled={disabled} onClick={change}>
        {t('change')}
      </Button>
      {blocked && (
        <p role="alert" className="w-full font-semibold">
          {t('finishFirst')}
        </p>
      )}
    </>
  )
}
