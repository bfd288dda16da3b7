import { readCityTexts } from '@salama/domain/city-folder'
import { behind, languagesFor, mergeTexts } from '@salama/domain/city-words'
import { CITY } from '@salama/domain/shared'
import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import { IS_DEVELOPMENT } from '../offline/env.ts'
import { apart, directionOf } from './direction.ts'
import { type Locale, routing } from './routing.ts'

type Messages = Record<string, unknown>

/**
 * The request config of an app: the shared messages and the app's own, over both those in the folder of the city. An
 * app's `src/i18n/request.ts` is
 * `export default requestConfig('rider', (locale) => import(`../../messages/${locale}.json`))`.
 */
export function requestConfig(app: string, ownMessages: (locale: Locale) => Promise<{ default: Messages }>) {
  return getRequestConfig(async ({ requestLocale }) => {
    const wanted = await requestLocale
    const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale
    const messages = ready.get(locale) ?? (await messagesOf(locale))
    if (!IS_DEVELOPMENT) ready.set(locale, messages)
    return { locale, timeZone: CITY.timeZone, messages }
  })

  /** What a language lacks is in the next one of the city that has it, or in English. */
  async function messagesOf(locale: Locale): Promise<Messages> {
    const all = languagesFor(locale).map(async (language): Promise<[string, object]> => {
      const [shared, own, ofCity] = await Promise.all([
        import(`../../messages/${language}.json`).catch(whereNone),
        ownMessages(language).catch(whereNone),
        compiled({ ...readCityTexts('ui', language), ...readCityTexts(app, language) }),
      ])
      const texts = behind(ofCity, { ...shared.default, ...own.default })
      return [language, directionOf(language) === directionOf(locale) ? texts : apart(texts, directionOf(language))]
    })
    return { ...mergeTexts(await Promise.all(all)) }
  }
}

/** A city can have a language of its own. */
function whereNone(error: unknown): { default: Messages } {
  if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return { default: {} }
  throw error
}

/** As the build compiles the messages of the product, see next-config.ts. */
async function compiled(texts: object): Promise<object> {
  if (Object.keys(texts).length === 0) return texts
  const { default: compile } = await import('icu-minify/compile')
  const compileIn = (tree: object): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileIn(value)]),
    )
  return compileIn(texts)
}

/** The messages of an app, made once for each language. */
const ready = new Map<Locale, Messages>()
