import type { ApiKey } from '@salama/domain/api-keys/contract'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { Ban, CircleCheck, Hourglass, KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { z } from 'zod'

type Key = z.output<typeof ApiKey>

const STATES = { active: CircleCheck, expired: Hourglass, revoked: Ban } as const

export function KeyState({ state }: Pick<Key, 'state'>) {
  const t = useTranslations('keys')
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${state === 'active' ? 'text-ok' : 'text-soft'}`}>
      <Icon as={STATES[state]} />
      {t(`state.${state}`)}
    </span>
  )
}

/** The facts of a key after its creation. A revoked one ended before its expiry time. */
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

/** The person's keys, active ones first. */
export function KeyList({ keys }: { keys: Key[] }) {
  const t = useTranslations('keys')
  if (keys.length === 0)
    return (
      <EmptyState icon={<Icon as={KeyRound} />} title={t('none')}>
        {t('noneWords')}
      </EmptyState>
    )
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('existing')}</h2>
      <ul className="border-t border-line">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-col gap-1 border-b border-line py-4">
            <div className="flex flex-wrap items-baseline gap-x-4">
              <h3 className="font-semibold break-words">{key.name}</h3>
              <KeyState state={key.state} />
            </div>
            <KeyFacts apiKey={key} />
            <Link
              href={`/keys/${key.id}`}
              aria-label={`${t('details')}: ${key.name}`}
              className="touch-link self-start font-semibold"
            >
              {t('details')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
