'use client'

import { isErrorSlug } from '@salama/domain/shared'
import { isDone, isSending } from '@salama/outbox/items.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleAlert, CircleCheck, LoaderCircle, Smartphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { FieldState } from '@/field-state/use-field-state.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { ChangeButton } from './change-button.tsx'

type Face = 'sending' | 'refused' | 'sign_in' | 'role' | 'noLine' | 'saved' | 'photos' | 'arrived'

function faceOf(entry: FieldEntry): Face {
  const { item, files } = entry
  const nowMs = Date.now()
  if (isSending(item, nowMs) || files.some((file) => isSending(file, nowMs))) return 'sending'
  if (item.state === 'received') return isDone(entry) ? 'arrived' : 'photos'
  if (item.state === 'refused' || item.state === 'sign_in') return item.state
  if (item.problem?.code === 'role_required') return 'role'
  return item.problem ? 'noLine' : 'saved'
}

const ICONS = { sending: LoaderCircle, refused: CircleAlert, arrived: CircleCheck }

/** One item of this phone with its status and the actions that are possible. */
export function OutboxItem({ fieldState, entry }: { fieldState: FieldState; entry: FieldEntry }) {
  const t = useTranslations('outbox')
  const locale = useLocale()
  const { clock } = useTimes()
  const { item, files } = entry
  const { content } = item
  const face = faceOf(entry)
  const icon = face in ICONS ? ICONS[face as keyof typeof ICONS] : Smartphone // the others are waiting on this phone
  const marks = item.reply?.entry
  return (
    <li
      className={`flex flex-col gap-2 rounded-control border-2 p-3 ${face === 'refused' ? 'border-danger bg-danger-wash' : 'border-line bg-raised'}`}
    >
      <p className="flex flex-wrap items-center gap-2 font-bold">
        {t(`kind.${content.kind}`)}
        {content.kind === 'entry' && <Plate value={content.plate} />}
        <span className="font-normal text-soft">{t('written', { time: clock(new Date(item.savedAt)) })}</span>
      </p>
      <p className="flex items-center gap-2 font-semibold">
        <Icon as={icon} {...(face === 'sending' && { className: 'animate-turn' })} />
        {face === 'arrived' || face === 'photos'
          ? t(`face.${face}`, { time: clock(new Date(item.receivedAt ?? item.savedAt)) })
          : t(`face.${face}`)}
      </p>
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
      {face === 'refused' && <Refused fieldState={fieldState} entry={entry} />}
      {face === 'sign_in' && (
        <LinkButton className="self-start" href={{ pathname: '/sign-in', query: { callbackUrl: `/${locale}/outbox` } }}>
          {t('signIn')}
        </LinkButton>
      )}
    </li>
  )
}

function Refused({ fieldState, entry: { item } }: { fieldState: FieldState; entry: FieldEntry }) {
  const t = useTranslations('outbox')
  const errors = useTranslations('errors')
  const [sure, setSure] = useState(false)
  const code = item.problem?.code ?? 'internal'
  const { content } = item
  const again = () =>
    fieldState.outbox
      .sendAgain(item.id)
      .then(() => fieldState.outbox.flush({ eager: true }))
      .catch(() => null)
  return (
    <>
      <p>
        {code === 'invalid_transition' && content.kind === 'entry'
          ? t('otherDevice')
          : errors(isErrorSlug(code) ? code : 'internal')}
      </p>
      <p>{t('refusedWords')}</p>
      <div className="flex flex-wrap gap-2">
        {content.kind === 'entry' && <ChangeButton fieldState={fieldState} id={item.id} />}
        <Button onClick={again}>{t('again')}</Button>
        {sure ? (
          <Button variant="danger" onClick={() => fieldState.outbox.remove(item.id).catch(() => null)}>
            {t('eraseYes')}
          </Button>
        ) : (
          content.kind !== 'start' && <Button onClick={() => setSure(true)}>{t('erase')}</Button>
        )}
      </div>
    </>
  )
}
