'use client'

import { LanguageSwitch } from '@salama/ui/components/language-switch.tsx'
import { Logo } from '@salama/ui/components/logo.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Locale } from '@salama/ui/i18n/locales.ts'
import { type Messages, NextIntlClientProvider } from 'next-intl'
import { useEffect } from 'react'
import { Controls } from './controls'
import { Forms } from './forms'
import { Incidents } from './incidents'
import { Lists } from './lists'
import { Maps } from './maps'
import { Colours, Type } from './tokens'

/** Everything that the apps are made of, each thing in light and in dark beside each other. */
export function Design({ locale, messages }: { locale: Locale; messages: Partial<Messages> }) {
  useLightPage()
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Africa/Nairobi">
      <div lang={locale}>
        <header className="border-b-2 border-line">
          <div className="page flex min-h-16 items-center justify-between gap-2">
            <a href="/" className="inline-flex min-h-touch items-center">
              <Logo part="Design" />
            </a>
            <LanguageSwitch />
          </div>
        </header>
      </div>
      <main className="page flex flex-col gap-12 pb-16" lang="en">
        <PageHeader title="Design system">
          <p>
            What every Salama app is made of: packages/ui. Each thing stands here twice, in light and in dark. Samples
            do what they do in the apps, except that their links lead nowhere.
          </p>
        </PageHeader>
        <Colours />
        <Type />
        <Controls />
        <Forms />
        <Lists />
        <Incidents />
        <Maps />
      </main>
    </NextIntlClientProvider>
  )
}

/** The page itself stays light on a dark device too, so that its light samples are. */
function useLightPage() {
  useEffect(() => {
    document.documentElement.dataset.theme = 'light'
    return () => {
      delete document.documentElement.dataset.theme
    }
  }, [])
}
