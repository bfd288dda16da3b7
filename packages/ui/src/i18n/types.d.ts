import type messages from '../../messages/en.json'
import type { Locale } from './routing.ts'

// For this package only; an app declares the same with its own messages added.
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof messages
  }
}
