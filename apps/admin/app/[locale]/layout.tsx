import { appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import { hyperlegible } from '@salama/ui/font.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { setRequestLocale } from 'next-intl/server'
import '../globals.css'

export const generateMetadata = appMetadata('admin')
export const generateStaticParams = localeParams
export const viewport = appViewport

export default async function Layout({ params, children }: LayoutProps<'/[locale]'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  return (
    <html lang={locale} className={hyperlegible.variable}>
      <body>
        <ClientMessages of={['common']}>{children}</ClientMessages>
      </body>
    </html>
  )
}
