import type { Webhook } from '@salama/domain/webhooks/contract'
import type { Problem as Failure } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { Code } from '../code'
import { Problem } from './problem'
import { deleteWebhook, replaceWebhookSecret, sendToWebhook, setWebhook } from './requests'

export type Hook = z.output<typeof Webhook>
type Delivery = Hook['deliveries'][number]

/** One webhook: what it is sent, its secret, and its last deliveries with what failed. */
export function WebhookItem({ hook, labels }: { hook: Hook; labels: Record<string, string> }) {
  const t = useTranslations('webhooks')
  const times = useTimes()
  const router = useRouter()
  const [busy, setBusy] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function run(name: string, change: () => ReturnType<typeof sendToWebhook | typeof deleteWebhook>) {
    setBusy(name)
    const result = await change()
    setBusy(null)
    setFailure(result.ok ? null : result.problem)
    router.refresh()
  }
  const { id, keyId, url, categories, corridor, route, bbox, state, deliveries } = hook
  const enable = () =>
    setWebhook(keyId, {
      url,
      ...(categories && { categories }),
      ...(corridor && { corridorId: corridor.id }),
      ...(route && { routeId: route.id }),
      ...(bbox && { bbox }),
    })
  const filter = [
    ...(categories ?? []).map((code) => labels[code] ?? code),
    ...(corridor ? [corridor.name] : []),
    ...(route ? [route.name] : []),
    ...(bbox ? [`[${bbox.join(', ')}]`] : []),
  ]
  const action = (name: 'test' | 'newSecret', change: () => ReturnType<typeof sendToWebhook>) => (
    <Button busy={busy === name} onClick={() => run(name, change)}>
      {t(name)}
    </Button>
  )
  return (
    <article aria-label={url} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold break-all">{url}</h3>
      <p className="text-soft">{filter.length > 0 ? filter.join(' · ') : t('all')}</p>
      {state === 'disabled' && hook.disabledAt && (
        <Notice tone="warn">
          <p>{t('disabled', { time: times.moment(hook.disabledAt) })}</p>
          <Button busy={busy === 'enable'} onClick={() => run('enable', enable)} className="mt-2">
            {t('enable')}
          </Button>
        </Notice>
      )}
      {state === 'active' && hook.failingSince && (
        <Notice tone="warn">{t('failing', { time: times.moment(hook.failingSince) })}</Notice>
      )}
      <details>
        <summary className="flex min-h-touch items-center font-semibold text-link underline">{t('secret')}</summary>
        <Code label={t('secret')} text={hook.secret} />
        {hook.oldSecretUntil && (
          <p className="text-soft">{t('oldSecret', { time: times.moment(hook.oldSecretUntil) })}</p>
        )}
      </details>
      <Problem failure={failure} />
      <div className="flex flex-wrap gap-3">
        {action('test', () => sendToWebhook(id))}
        {action('newSecret', () => replaceWebhookSecret(id))}
        <Button variant="danger" busy={busy === 'delete'} onClick={() => setIsAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      {isAsking && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{t('deleteWords')}</p>
          <Button variant="danger" busy={busy === 'delete'} onClick={() => run('delete', () => deleteWebhook(id))}>
            {t('deleteYes')}
          </Button>
          <Button onClick={() => setIsAsking(false)}>{t('keep')}</Button>
        </div>
      )}
      {deliveries.length === 0 ? (
        <p className="text-soft">{t('none')}</p>
      ) : (
        <ul aria-label={t('deliveries')} className="border-t border-line">
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              busy={busy === delivery.id}
              onAgain={() => run(delivery.id, () => sendToWebhook(id, delivery.id))}
            />
          ))}
        </ul>
      )}
    </article>
  )
}

type RowProps = { delivery: Delivery; busy: boolean; onAgain: () => void }

function DeliveryRow({ delivery, busy, onAgain }: RowProps) {
  const t = useTranslations('webhooks')
  const times = useTimes()
  const { incidentId, createdAt, attempts, deliveredAt, tookMs, error, nextAt } = delivery
  const outcome = error
    ? `${error}. ${nextAt ? t('next', { time: times.moment(nextAt) }) : t('givenUp')}`
    : deliveredAt
      ? t('arrived', { ms: tookMs ?? 0 })
      : t(nextAt ? 'waiting' : 'givenUp')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <time dateTime={createdAt}>{times.moment(createdAt)}</time>
      <span>{t(incidentId ? 'change' : 'testMessage')}</span>
      <span className={error ? 'font-semibold text-danger' : 'text-soft'}>{outcome}</span>
      {attempts > 1 && <span className="text-soft">{t('attempts', { n: attempts })}</span>}
      {error !== null && incidentId !== null && (
        <Button busy={busy} onClick={onAgain} className="ms-auto">
          {t('again')}
        </Button>
      )}
    </li>
  )
}
