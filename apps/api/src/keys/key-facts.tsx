import type { ApiKey } from '@salama/domain/api-keys/contract'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Ban, CircleCheck, Hourglass } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'

export type Key = z.output<typeof ApiKey>

const STATES = { active: CircleCheck, expired: Hourglass, revoked: Ban } as const

/** Whether a key works, as a shape and a word. */
export function KeyState({ state }: Pick<Key, 'state'>) {
  const t = useTranslations('keys')
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${state === 'active' ? 'text-ok' : 'text-soft'}`}>
      <Icon as={STATES[state]} />
      {t(`state.${state}`)}
    </span>
  )
}

/** What may be known of a key after it was made. A revoked one ended before the time until which it would have worked. */
export function KeyFacts({ apiKey }: { apiKey: Key }) {
  const t = useTranslations('keys')
  const times = useTimes()
  const { state, expiresAt, lastUsedAt, replacedBy, scopes, prefix, createdAt } = apiKey
  return (
    <>
      <p className="text-soft">
        <code>svc_live_{prefix}_…</code>
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {scopes.map((scope) => (
          <li key={scope}>
            <code className="text-sm">{scope}</code>
          </li>
        ))}
      </ul>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {state !== 'revoked' && (
          <Fact
            name={t(state === 'active' ? 'ends' : 'ended')}
            value={replacedBy === null ? times.day(expiresAt) : times.moment(expiresAt)}
          />
        )}
        <Fact name={t('lastUsed')} value={lastUsedAt === null ? t('never') : times.moment(lastUsedAt)} />
      </dl>
      <p className="text-sm text-soft">{t('created', { day: times.day(createdAt) })}</p>
      {replacedBy !== null && state !== 'revoked' && <p className="text-soft">{t('replaced')}</p>}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
