import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { LanguageSwitch } from './language-switch.tsx'

test('the link to the other language keeps the search before the script responds', () => {
  const App = appWith({ en: {}, sw: {} })
  const page = renderToString(
    <App path="/search?q=Thika+Road">
      <LanguageSwitch />
    </App>,
  )
  expect(page).toContain('href="/sw/search?q=Thika+Road"')
})
