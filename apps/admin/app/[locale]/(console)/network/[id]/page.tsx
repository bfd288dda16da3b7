import { type FeedImport, getFeedImport } from '@salama/domain/network/feed-imports'
import type { applyFeed, discardFeed } from '@salama/domain/network/feed-imports/contract'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { Action } from '@/lists/action.tsx'
import { Moment, Part } from '@/lists/facts.tsx'
import { Again } from '@/network/feed-form.tsx'
import { Counts, DerivedBorder, NoServiceArea, Problems, Removals, Samples } from '@/network/report.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('network')

const TONES = { staging: 'info', interrupted: 'warn', checked: 'info', broken: 'danger', applied: 'ok' } as const

/** An import applies the whole network in one transaction. */
const APPLY_MS = 10 * 60_000

export default adminPage<PageProps<'/[locale]/network/[id]'>>(async ({ params }, { caller }) => {
  const id = idIn((await params).id)
  const [t, feed] = await Promise.all([getTranslations('network'), orNotFound(getFeedImport(caller, { id }))])
  const title = feed.fileName ?? t(feed.byAdmin ? 'ownFeed' : 'fromServer')
  return (
    <>
      <PageHeader title={title} back={{ href: '/network', label: t('title') }}>
        <p className="text-base">
          {t('feed')}: {feed.feed} · <Moment at={feed.startedAt} />
        </p>
      </PageHeader>
      <div className="flex flex-col gap-3">
        <Notice tone={TONES[feed.state]} title={t(`states.${feed.state}`)} announce="polite">
          <p>
            {t(`stateWords.${feed.state}`, { rows: feed.rows })} {feed.appliedAt && <Moment at={feed.appliedAt} />}
          </p>
        </Notice>
        {feed.removals && (
          <Notice
            tone={feed.state === 'applied' ? 'warn' : 'danger'}
            title={t(feed.state === 'applied' ? 'removedTitle' : 'removesTitle', { feed: feed.feed })}
          >
            <Removals of={feed.removals} />
            {feed.state !== 'applied' && <p>{t('removesWords')}</p>}
          </Notice>
        )}
        {feed.samples?.border && <DerivedBorder of={feed.samples.border} />}
        {feed.hasServiceArea === false && <NoServiceArea feed={feed.feed} />}
      </div>
      {feed.state === 'staging' && <Again />}
      {(['problems', 'warnings'] as const).map((kind) => {
        const faults = feed[kind]
        const words = t(kind, { count: faults.length })
        return (
          faults.length > 0 && (
            <Part key={kind} title={words}>
              <Problems title={words} problems={faults} />
            </Part>
          )
        )
      })}
      {feed.credits.length > 0 && (
        <Part title={t('credits')}>
          <p>{t('creditsWords')}</p>
          <ul className="list-disc ps-5">
            {feed.credits.map(({ name, url }) => (
              <li key={name}>{url ? `${name}, ${url}` : name}</li>
            ))}
          </ul>
        </Part>
      )}
      {feed.report && <Report feed={feed} report={feed.report} />}
      {feed.state !== 'applied' && feed.state !== 'staging' && (
        <ClientMessages of={['common', 'console', 'errors']}>
          <div className="flex flex-wrap gap-2 pt-6">
            {feed.state === 'checked' && (
              <Action<typeof applyFeed>
                label={t(feed.removals ? 'applyAndRemove' : 'apply')}
                danger={feed.removals !== null}
                title={t('applyTitle', { file: title })}
                done={t('applied')}
                endpoint="POST /api/feed-imports/{id}/apply"
                request={{
                  params: { id },
                  timeoutMs: APPLY_MS,
                  ...(feed.removals && { body: { confirmRemovals: true } }),
                }}
              >
                {feed.removals && (
                  <>
                    <p className="font-semibold">{t('removesTitle', { feed: feed.feed })}</p>
                    <Removals of={feed.removals} />
                  </>
                )}
                <p>{t('applyWords')}</p>
              </Action>
            )}
            <Action<typeof discardFeed>
              label={t('discard')}
              title={t('discardTitle', { file: title })}
              done={t('discarded')}
              endpoint="DELETE /api/feed-imports/{id}"
              request={{ params: { id }, names: null }}
              asksReason={false}
              danger
              goTo="/network"
            />
          </div>
        </ClientMessages>
      )}
    </>
  )
})

async function Report({
  feed: { state, samples },
  report,
}: {
  feed: z.infer<typeof FeedImport>
  report: NonNullable<z.infer<typeof FeedImport>['report']>
}) {
  const t = await getTranslations('network')
  return (
    <>
      <Part title={state === 'applied' ? t('changed') : t('wouldChange')}>
        <Counts report={report} />
      </Part>
      {(['routes', 'stops'] as const).map(
        (kind) =>
          samples?.[kind] && (
            <Part key={kind} title={t(`kinds.${kind}`)} lead={t('samplesLead')}>
              <Samples of={samples[kind]} />
            </Part>
          ),
      )}
    </>
  )
}
