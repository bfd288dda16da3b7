'use client'

import type { follow, unfollow } from '@salama/domain/alerts/contract'
import { tryCall } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Bell, BellOff } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { RequestProblem, useRequest } from '@/request.tsx'
import { TextLink } from '@/text-link.tsx'
import { following, noteFollow, noteUnfollow, type Target, useFollowId } from './follows.ts'
import { pushClient } from './push-client.ts'

/** What a plain form sends of a target. */
const FIELDS = ['kind', 'id', 'plate', 'receiptCode'] as const

type Props = {
  target: Target
  /** The server's key for Web Push; null where it is turned off. */
  publicKey: string | null
  /** What the button says, where it is not the page's own subject that is followed. */
  label?: string
  /** Beside a Dock's main button; what comes of a press is above both. */
  docked?: boolean
}

/**
 * Follows something and turns on messages on this phone, or stops. Before its script responds it is a plain form,
 * answered by the page of alerts. Needs the messages `alerts` and `errors`.
 */
export function FollowButton({ target, publicKey, label, docked = false }: Props) {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const [made, setMade] = useState<string | null>(null)
  const id = useFollowId(target, made)
  const { busy, problem, settle } = useRequest()
  const [outcome, setOutcome] = useState<'on' | 'listed' | 'stopped' | null>(null)

  async function change() {
    if (id) {
      const { ok } = await settle(tryCall<typeof unfollow>('DELETE /api/follows/{id}', { params: { id } }))
      if (!ok) return
      noteUnfollow(id)
      setOutcome('stopped')
    } else {
      // First, because browsers want permission to be asked for right after the press.
      const turningOn = publicKey === null ? Promise.resolve('unsupported') : pushClient.turnOn(publicKey, locale)
      const result = await settle(turningOn.then(() => tryCall<typeof follow>('POST /api/follows', following(target))))
      if (!result.ok) return
      setMade(result.reply.id)
      noteFollow(result.reply)
      setOutcome((await turningOn) === 'on' ? 'on' : 'listed')
    }
  }

  const isReport = target.kind === 'report'
  const words = id ? t(isReport ? 'unfollowReport' : 'unfollow') : t(isReport ? 'followReport' : 'follow')
  return (
    <form
      method="post"
      action={`/follow?locale=${locale}`}
      className={docked ? 'contents [&>div]:order-first [&>div]:basis-full' : 'flex flex-col items-start gap-2'}
    >
      {FIELDS.map((name) => target[name] && <input key={name} type="hidden" name={name} value={target[name]} />)}
      <Button
        type="submit"
        {...(docked && { className: 'min-h-14 flex-auto @max-3xs:flex-none @max-3xs:px-3' })}
        onClick={(event) => {
          event.preventDefault()
          change()
        }}
        busy={busy}
        {...(label !== undefined && { 'aria-label': `${words}: ${label}` })}
      >
        {!busy && <Icon as={id ? BellOff : Bell} />}
        <span className={docked ? '@max-3xs:sr-only' : ''}>{words}</span>
      </Button>
      <div role="status" className="max-w-prose text-soft empty:hidden">
        {outcome && (
          <>
            {t(`outcome.${outcome}`)} {outcome !== 'stopped' && <TextLink href="/alerts">{t('seeAlerts')}</TextLink>}
          </>
        )}
      </div>
      <RequestProblem problem={problem} />
    </form>
  )
}
