import { requestConfig } from '@salama/ui/i18n/request.ts'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import type shared from '@salama/ui/messages/en.json'
import type own from '../../messages/en.json'

export default requestConfig('learning', (locale) => import(`../../messages/${locale}.json`))

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof shared & typeof own
  }
}
