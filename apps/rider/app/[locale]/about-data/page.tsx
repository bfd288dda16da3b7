import { DATA_LICENCE } from '@salama/domain/city-words'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { Certainty } from '@salama/ui/incidents/certainty.tsx'
import { FeedCredits } from '@salama/ui/map/feed-credits.tsx'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale, useTranslations } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'

type Props = PageProps<'/[locale]/about-data'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) return {}
  const t = await getTranslations({ locale, namespace: 'aboutData' })
  return { title: t('title'), description: t('lead') }
}

export default async function AboutDataPage({ params }: Props) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  return <AboutData />
}

const SURENESS = ['unverified', 'corroborated', 'verified', 'disputed'] as const
const FACTORS = ['day', 'certainty', 'age', 'distance'] as const
const KINDS = ['point', 'coarse', 'aggregate'] as const
const PROTECTION = ['name', 'note', 'vehicle', 'injury'] as const

function AboutData() {
  const t = useTranslations('aboutData')
  const tIncidents = useTranslations('incidents')
  return (
    <SplitPage
      head={
        <PageHeader title={t('title')}>
          <p>{t('lead')}</p>
        </PageHeader>
      }
    >
      <Section title={t('what.title')}>
        <p>{t('what.words')}</p>
      </Section>
      <Section title={t('sure.title')}>
        <dl className="flex flex-col gap-4">
          {SURENESS.map((sureness) => (
            <div key={sureness}>
              <dt>
                <Certainty of={sureness} />
              </dt>
              <dd>{tIncidents(`corroborationMeans.${sureness}`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('order.title')}>
        <p>{t('order.words')}</p>
        <Bullets>{FACTORS.map((factor) => t(`order.${factor}`))}</Bullets>
      </Section>
      <Section title={t('shown.title')}>
        <Bullets>{KINDS.map((kind) => t(`shown.${kind}`))}</Bullets>
      </Section>
      <Section title={t('protected.title')}>
        <Bullets>{PROTECTION.map((how) => t(`protected.${how}`))}</Bullets>
      </Section>
      <Section title={t('limits.title')}>
        <p>{t('limits.words')}</p>
      </Section>
      <Section title={t('sources.title')}>
        <p>
          {t.rich('sources.reports', {
            licence: (name) => (
              <a href={DATA_LICENCE.url} rel="license" className="underline">
                {name}
              </a>
            ),
          })}
        </p>
        <Bullets>{[t('sources.network'), t('sources.outline'), t('sources.font')]}</Bullets>
        <p>
          <FeedCredits label={`${t('sources.feeds')} `} />
        </p>
      </Section>
      <p className="py-6">
        <LinkButton href="/">{t('nearby')}</LinkButton>
      </p>
    </SplitPage>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex max-w-prose flex-col gap-3">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Bullets({ children }: { children: string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 ps-6">
      {children.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}
