import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const links = { addresses: { rider: 'https://rider.example/' }, locale: 'sw' }
const page = (text: string, given?: typeof links) =>
  renderToStaticMarkup(<Markdown text={text} {...(given && { links: given })} />)

test('links to another app in the reader’s language', () => {
  expect(page('[Ripoti](rider:/report)', links)).toContain('<a href="https://rider.example/sw/report">Ripoti</a>')
  expect(page('[Mwanzo](rider:/)', links)).toContain('<a href="https://rider.example/sw">Mwanzo</a>')
})

test('renders plain text where an app’s URL is not configured', () => {
  for (const html of [page('See [the report](rider:/report).'), page('See [the report](surveyor:/).', links)]) {
    expect(html).toContain('See the report.')
    expect(html).not.toContain('<a')
  }
})

test('renders phone numbers and sources as links', () => {
  expect(page('[999](tel:999)')).toContain('<a href="tel:999">999</a>')
  expect(page('[WHO](https://www.who.int/x)')).toContain('<a href="https://www.who.int/x">WHO</a>')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'tel:999?x', 'riders:/report', 'rider:report'])(
  'does not link to %s',
  (address) => {
    const html = page(`[words](${address})`, links)
    expect(html).toContain('words')
    expect(html).not.toContain('href')
  },
)

test('drops HTML in a text', () => {
  expect(page('Before <script>alert(1)</script> after')).not.toContain('<script')
})
