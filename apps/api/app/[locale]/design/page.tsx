import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { hasLocale } from 'next-intl'
import { setRequestLocale } from 'next-intl/server'
import { Design } from '@/design/design'

export const metadata: Metadata = {
  title: 'Design system',
  description: 'Colours, type, controls, lists and the map of all Salama apps, in light and dark.',
}

/** The design system on one page, in the reader's language. Rendered per request, because one sample shows the time. */
export default async function Page({ params }: PageProps<'/[locale]/design'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  await connection()
  return (
    <ClientMessages of={['common', 'categories', 'incidents', 'map', 'stops', 'account']}>
      <Design />
    </ClientMessages>
  )
}
