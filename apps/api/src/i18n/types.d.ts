import type { Locale } from '@salama/ui/i18n/locales.ts'
import type messages from '@salama/ui/messages/en.json'

// The words of the shared components, which /design shows; this app has no others.
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof messages
  }
}
