'use client'

import { API_KEY_RULES } from '@salama/domain/shared'
import type { Problem as Failure } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ShownOnce } from './new-key'
import { Problem } from './problem'
import { type NewKey, replaceKey, revokeKey } from './requests'

type Change = 'rotate' | 'revoke'

type Props = { id: string; name: string; works: boolean; isReplaced: boolean }

/** Rotates or revokes an active key, each after confirmation. Shows the result once the key is inactive. */
export function ChangeKey({ id, name, works, isReplaced }: Props) {
  const t = useTranslations('keys')
  const router = useRouter()
  const attempt = useRef<string | null>(null)
  const [asking, setAsking] = useState<Change | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const [gone, setGone] = useState(false)

  const ask = (what: Change | null) => {
    setAsking(what)
    setFailure(null)
  }

  async function change(what: Change) {
    setBusy(true)
    setFailure(null)
    attempt.current ??= crypto.randomUUID()
    const result = await (what === 'rotate' ? replaceKey(attempt.current, id) : revokeKey(id))
    setBusy(false)
    if (!result.ok) {
      setFailure(result.problem)
      if (result.problem.code === 'api_key_already_created') router.refresh()
      return
    }
    attempt.current = null
    ask(null)
    if (result.reply) setMade(result.reply)
    else setGone(true)
    router.refresh()
  }

  if (made) return <ShownOnce made={made} onStored={() => router.push('/keys')} />
  if (gone)
    return (
      <Notice tone="ok" announce="polite">
        {t('revoked', { name })}
      </Notice>
    )
  if (!works) return null
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {asking ? (
        <>
          <p>{t(`${asking}Words`, { hours: API_KEY_RULES.graceHours, seconds: API_KEY_RULES.cacheSeconds })}</p>
          <Problem failure={failure} />
          <div className="flex flex-wrap gap-3">
            <Button variant={asking === 'revoke' ? 'danger' : 'main'} busy={busy} onClick={() => change(asking)}>
              {t(`${asking}Yes`)}
            </Button>
            <Button onClick={() => ask(null)} disabled={busy}>
              {t('keep')}
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          {!isReplaced && <Button onClick={() => ask('rotate')}>{t('rotate')}</Button>}
          <Button variant="danger" onClick={() => ask('revoke')}>
            {t('revoke')}
          </Button>
        </div>
      )}
    </div>
  )
}
