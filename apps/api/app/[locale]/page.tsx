import { API_KEY_LIMITS } from '@salama/http'
import { appUrls, authUrl, ownUrl } from '@salama/session'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { KeyRound } from 'lucide-react'
import { connection } from 'next/server'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Code } from '@/code'
import {
  answerSample,
  bearerSample,
  clientSample,
  curlSample,
  installSample,
  pythonSample,
  tokenSample,
  typescriptSample,
  uses,
} from '@/home/samples'
import { ScopeTable } from '@/home/scope-table'

const REFERENCES = [
  { href: '/api/docs', key: 'swagger' },
  { href: '/api/redoc', key: 'redoc' },
  { href: '/api/openapi.json', key: 'json' },
  { href: '/api/openapi.yaml', key: 'yaml' },
] as const

/** The developers' home: an introduction, a first call, and links to the references. */
export default async function Page() {
  await connection() // the URLs are only known at run time
  const addresses = appUrls()
  const api = ownUrl()
  const t = await getTranslations('home')
  const { perMinute, perDay, searchesPerMinute } = API_KEY_LIMITS
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <div className="flex flex-col gap-10 pb-8">
        <Part title={t('firstCall')}>
          <ClientMessages of={['code']}>
            <ol className="flex flex-col gap-8">
              <Step n={1} title={t('stepKey')} words={t('stepKeyWords')}>
                <LinkButton href="/keys" variant="main" className="self-start">
                  <Icon as={KeyRound} />
                  {t('makeKey')}
                </LinkButton>
              </Step>
              <Step n={2} title={t('stepAsk')} words={t('stepAskWords')}>
                <Code label="curl" text={curlSample(api)} />
                <details>
                  <summary className="flex min-h-touch items-center font-semibold text-link underline">
                    {t('answer')}
                  </summary>
                  <Code label={t('answer')} text={answerSample} />
                </details>
              </Step>
              <Step n={3} title={t('stepTypes')} words={t('stepTypesWords')}>
                <Code label="npm" text={installSample(api)} />
                <Code label="TypeScript" text={typescriptSample(api)} />
              </Step>
            </ol>
          </ClientMessages>
        </Part>
        <Part title={t('uses')}>
          <ClientMessages of={['code']}>
            <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
              {uses(api, Date.now()).map(({ key, path, curl }) => (
                <li key={key} className="flex min-w-0 flex-col">
                  <h3 className="font-semibold">{t(`use.${key}`)}</h3>
                  <p className="text-soft">{t(`useWords.${key}`)}</p>
                  <details>
                    <summary className="flex min-h-touch items-center text-link underline">
                      <code className="text-sm wrap-anywhere">{path}</code>
                    </summary>
                    <Code label={t(`use.${key}`)} text={curl} />
                  </details>
                </li>
              ))}
            </ul>
          </ClientMessages>
        </Part>
        <Part title={t('clients')}>
          <p className="max-w-prose text-soft">
            {t.rich('clientsWords', { code: (path) => <code className="text-sm">{path}</code> })}
          </p>
          <ClientMessages of={['code']}>
            <div className="grid gap-8 *:min-w-0 md:grid-cols-2">
              <Code label="JavaScript" text={clientSample} />
              <Code label="Python" text={pythonSample} />
            </div>
          </ClientMessages>
        </Part>
        <Part title={t('persons')}>
          <p className="max-w-prose text-soft">{t('personsWords')}</p>
          <ClientMessages of={['code']}>
            <Code label={t('personsToken')} text={tokenSample(authUrl())} />
            <p className="max-w-prose text-soft">{t('personsTokenWords')}</p>
            <Code label={t('personsCall')} text={bearerSample(api)} />
          </ClientMessages>
        </Part>
        <Part title={t('references')}>
          <ul className="grid gap-x-8 md:grid-cols-2">
            {REFERENCES.map(({ href, key }) => (
              <Door key={href} href={href} name={t(key)} words={t(`${key}Words`)} />
            ))}
            <Door href="/design" name={t('design')} words={t('designWords')} />
          </ul>
        </Part>
        <Part title={t('scopes')}>
          <ScopeTable />
        </Part>
        <Part title={t('rules')}>
          <ul className="flex max-w-prose list-disc flex-col gap-2 ps-6">
            <li>{t('ruleLimits', { perMinute, perDay, searches: searchesPerMinute })}</li>
            <li>
              {t('ruleErrors')}{' '}
              <a href="/errors" className="font-semibold text-link underline">
                {t('ruleErrorsLink')}
              </a>
            </li>
            <li>{t('ruleCache')}</li>
            <li>{t('rulePages')}</li>
            <li>{t('rulePeople')}</li>
          </ul>
        </Part>
        <OtherApps addresses={addresses} />
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-1 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type StepProps = { n: number; title: string; words: string; children: ReactNode }

function Step({ n, title, words, children }: StepProps) {
  return (
    <li className="flex min-w-0 gap-4">
      <span aria-hidden="true" className="w-8 shrink-0 text-3xl leading-none font-bold text-soft">
        {n}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h3 className="font-semibold">{title}</h3>
        <p className="max-w-prose text-soft">{words}</p>
        {children}
      </div>
    </li>
  )
}

function Door({ href, name, words }: { href: string; name: string; words: string }) {
  return (
    <li>
      <a className="flex min-h-touch flex-col justify-center py-2" href={href}>
        <span className="font-semibold text-link underline">{name}</span>
        <span className="text-soft">{words}</span>
      </a>
    </li>
  )
}

async function OtherApps({ addresses }: { addresses: ReturnType<typeof appUrls> }) {
  const [t, account] = await Promise.all([getTranslations('home'), getTranslations('account')])
  const apps = (['rider', 'surveyor', 'learning', 'admin'] as const).flatMap((app) => {
    const href = addresses[app]
    return href === undefined ? [] : [{ app, href }]
  })
  if (apps.length === 0) return null
  return (
    <Part title={t('otherApps')}>
      <ul className="grid gap-x-8 md:grid-cols-2">
        {apps.map(({ app, href }) => (
          <Door key={app} href={href} name={account(`app.${app}`)} words={account(`appWords.${app}`)} />
        ))}
      </ul>
    </Part>
  )
}
