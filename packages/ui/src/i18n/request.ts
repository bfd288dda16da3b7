import { inCityWords } from '@salama/domain/city-words'
import { CITY } from '@salama/domain/shared'
import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import { IS_DEVELOPMENT } from '../offline/env.ts'
import { type Locale, routing } from './routing.ts'

type Messages = Record<string, unknown>

/**
 * The request config of an app: the shared messages and the app's own. An app's `src/i18n/request.ts` is
 * `export default requestConfig((locale) => import(`../../messages/${locale}.json`))`.
 */
export function requestConfig(ownMessages: (locale: Locale) => Promise<{ default: Messages }>) {
  return getRequestConfig(async ({ requestLocale }) => {
    const wanted = await requestLocale
    const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale
    const [shared, own] = await Promise.all([import(`../../messages/${locale}.json`), ownMessages(locale)])
    return { locale, timeZone: CITY.timeZone, messages: messagesOf(locale, { ...shared.default, ...own.default }) }
  })
}

/** The messages with the words of the city in them, made once for each language of an app. */
function messagesOf(locale: Locale, texts: Messages): Messages {
  const made = ready.get(locale) ?? inCityWords(texts, locale)
  if (!IS_DEVELOPMENT) ready.set(locale, made)
  return made
}

const ready = new Map<Locale, Messages>()
