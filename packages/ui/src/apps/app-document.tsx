import type { Metadata, Viewport } from 'next'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { routing } from '../i18n/routing.ts'

// What the documents of the apps have in common. Each writes its own layout around a shell.

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
