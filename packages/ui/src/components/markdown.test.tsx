import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const links = { addresses: { rider: 'https://rider.example/' }, locale: 'sw' }
const page = (text: string, given?: typeof links) =>
  renderToStaticMarkup(<Markdown text={text} {...(given && { links: given })} />)

test('a link into an app opens that app in the reader’s language', () => {
  expect(page('[Ripoti](rider:/report)', links)).toContain('<a href="https://rider.example/sw/report">Ripoti</a>')
  expect(page('[Mwanzo](rider:/)', links)).toContain('<a href="https://rider.example/sw">Mwanzo</a>')
})

test('where an app’s address is not known, the link stays as words', () => {
  for (const html of [page('See [the report](rider:/report).'), page('See [the report](surveyor:/).', links)]) {
    expect(html).toContain('See the report.')
    expect(html).not.toContain('<a')
  }
})

test('a number can be called, and a source opened', () => {
  expect(page('[999](tel:999)')).toContain('<a href="tel:999">999</a>')
  expect(page('[WHO](https://www.who.int/x)')).toContain('<a href="https://www.who.int/x">WHO</a>')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'tel:999?x', 'riders:/report', 'rider:report'])(
  'a link to %s leads nowhere',
  (address) => {
    const html = page(`[words](${address})`, links)
    expect(html).toContain('words')
    expect(html).not.toContain('href')
  },
)

test('HTML in a text is left out', () => {
  expect(page('Before <script>alert(1)</script> after')).not.toContain('<script')
})
