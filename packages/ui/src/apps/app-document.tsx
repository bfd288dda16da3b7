import { CircleUser, House } from 'lucide-react'
import type { Metadata, Viewport } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AppShell } from '../components/app-shell.tsx'
import { Icon } from '../components/icon.tsx'
import { hyperlegible } from '../font.ts'
import { ClientMessages } from '../i18n/client-messages.tsx'
import { routing } from '../i18n/routing.ts'

// The document of an app that has a first page and an account, which is how each begins. An app that has more places
// to go writes its own layout around AppShell.

export type AppName = 'surveyor' | 'learning' | 'admin'
type Params = { params: Promise<{ locale: string }> }

export const localeParams = () => routing.locales.map((locale) => ({ locale }))

export const appViewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf5e9' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1913' },
  ],
}

export const appMetadata =
  (app: AppName) =>
  async ({ params }: Params): Promise<Metadata> => {
    const { locale } = await params
    if (!hasLocale(routing.locales, locale)) return {}
    const t = await getTranslations({ locale, namespace: 'account' })
    const name = `Salama ${t(`app.${app}`)}`
    return {
      title: { default: name, template: `%s · ${name}` },
      description: t(`appWords.${app}`),
      applicationName: name,
    }
  }

export async function AppDocument({ app, params, children }: Params & { app: AppName; children: ReactNode }) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('account')
  return (
    <html lang={locale} className={hyperlegible.variable}>
      <body>
        <ClientMessages of={['common']}>
          <AppShell
            part={t(`app.${app}`)}
            nav={[
              { href: '/', label: t('firstPage'), icon: <Icon as={House} /> },
              { href: '/account', label: t('title'), icon: <Icon as={CircleUser} /> },
            ]}
          >
            {children}
          </AppShell>
        </ClientMessages>
      </body>
    </html>
  )
}
