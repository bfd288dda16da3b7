import { getHealth } from '@salama/domain/health'
import { getCaller, ownUrl } from '@salama/session'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Code } from '@/code'

export async function generateMetadata() {
  return { title: (await getTranslations('status'))('title') }
}

type Health = { version: string | null; databaseMs: number | null; feedIsUp: boolean | null }

/** Checks health like a monitor, on every page load. */
async function askHealth(): Promise<Health> {
  const caller = await getCaller()
  const begun = performance.now()
  try {
    const { version, checks } = await getHealth(caller, { ready: 'true' })
    return { version, databaseMs: Math.round(performance.now() - begun), feedIsUp: checks.feed === 'ok' }
  } catch {
    return { version: null, databaseMs: null, feedIsUp: null } // the health check reports `unavailable` only
  }
}

export default async function Page() {
  return <Status health={await askHealth()} api={ownUrl()} />
}

function Status({ health: { version, databaseMs, feedIsUp }, api }: { health: Health; api: string }) {
  const t = useTranslations('status')
  const time = useTimes().clock(new Date())
  const works = databaseMs !== null && feedIsUp === true
  return (
    <div className="flex max-w-prose flex-col gap-6 pb-8">
      <PageHeader title={t('title')} />
      <Notice tone={works ? 'ok' : 'danger'} title={t(works ? 'ok' : 'failed')}>
        <p>{t('okWords', { time })}</p>
      </Notice>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 border-y border-line py-3">
        <Fact name={t('api')} value={t('yes')} />
        <Fact name={t('database')} value={t(databaseMs === null ? 'no' : 'yes')} />
        {feedIsUp !== null && <Fact name={t('feed')} value={t(feedIsUp ? 'yes' : 'no')} />}
        {databaseMs !== null && <Fact name={t('took')} value={t('ms', { ms: databaseMs })} />}
        {version !== null && <Fact name={t('version')} value={version} />}
      </dl>
      <LinkButton href="/status" prefetch={false} className="self-start">
        {t('again')}
      </LinkButton>
      <section className="flex flex-col gap-3">
        <h2 className="font-semibold">{t('monitor')}</h2>
        <p className="text-soft">{t('monitorWords')}</p>
        <ClientMessages of={['code']}>
          <Code label="curl" text={`curl -i '${api}/api/v1/health?ready=true'`} />
        </ClientMessages>
      </section>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-end font-semibold">{value}</dd>
    </>
  )
}
