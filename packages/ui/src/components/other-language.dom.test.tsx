import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { OtherLanguage } from './other-language.tsx'

test('says in which language a text is, where that is not the language of its page', () => {
  const App = appWith({ en: {}, sw: {} })
  const shown = (page: 'en' | 'sw', locale: string) =>
    renderToString(
      <App path="/" locale={page}>
        <OtherLanguage locale={locale} />
      </App>,
    )
  expect(shown('en', 'sw')).toContain('You see it in: Kiswahili.')
  expect(shown('sw', 'en')).toContain('Unaiona kwa: English.')
  expect(shown('sw', 'sw')).not.toContain('Unaiona')
})
