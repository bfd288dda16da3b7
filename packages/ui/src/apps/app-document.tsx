import type { Metadata, Viewport } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AppShell, type ShellProps } from '../components/app-shell.tsx'
import { hyperlegible } from '../font.ts'
import { ClientMessages } from '../i18n/client-messages.tsx'
import { directionOf } from '../i18n/direction.ts'
import { routing } from '../i18n/routing.ts'
import { MarkReady } from './mark-ready.tsx'

// The shared parts of the apps' documents.

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

type Shell = Omit<ShellProps, 'children'> & {
  /** Runs beside every page: sends the outbox and keeps the app ready for offline use. */
  background?: ReactNode
}

/**
 * Creates an app's `app/[locale]/layout.tsx`: the document in the language of its path, and the shell around every
 * page. Without `shellOf` the app's pages bring their own shells. The app imports its own `globals.css`.
 */
export function appLayout(shellOf?: () => Promise<Shell>) {
  return async function Layout({ params, children }: Params & { children: ReactNode }) {
    const { locale } = await params
    if (!hasLocale(routing.locales, locale)) notFound()
    setRequestLocale(locale)
    const shell = await shellOf?.()
    return (
      <html lang={locale} dir={directionOf(locale)} className={hyperlegible.variable}>
        <body>
          <ClientMessages of={['common']}>
            {shell ? <AppShell {...shell}>{children}</AppShell> : children}
            {shell?.background}
          </ClientMessages>
          <MarkReady />
        </body>
      </html>
    )
  }
}
