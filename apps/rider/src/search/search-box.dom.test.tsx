import { search } from '@salama/domain/search/contract'
import { person, render, screen, waitFor } from '@salama/ui/testing/dom.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App, riderServer } from '@/testing.ts'
import { SearchBox } from './search-box.tsx'

let server: FakeServer
const searchInApp = { ...search, path: '/api/search' } as const
beforeEach(() => {
  server = riderServer(null)
  server.answer(searchInApp, search.examples.reply)
})

const open = () =>
  render(
    <App path="/search">
      <SearchBox initial={null} />
    </App>,
  )
const title = search.examples.reply.data[0].title
const box = () => screen.getByRole('searchbox')
const firstHit = async () => {
  const [hit] = await screen.findAllByRole('link', { name: new RegExp(title) })
  return hit ?? box()
}

test('searches are remembered only once that is allowed, and forgotten again', async () => {
  const amina = person()
  const first = open()
  await amina.type(box(), 'koja')
  await amina.click(await firstHit())
  first.unmount()
  const second = open()
  expect(screen.queryByText('Recent searches')).toBeNull()
  await amina.click(screen.getByLabelText('Save my searches on this phone'))
  await amina.type(box(), 'koja')
  await amina.click(await firstHit())
  second.unmount()
  open()
  await amina.clear(box())
  await amina.click(await screen.findByRole('button', { name: 'koja' }))
  expect(box()).toHaveValue('koja')
  await amina.clear(box())
  await amina.click(screen.getByLabelText('Save my searches on this phone'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'koja' })).toBeNull())
})

test('offline the page says so, what was typed stays, and the search is repeated on request', async () => {
  const amina = person()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.lose(searchInApp)
  open()
  await amina.type(box(), 'thika')
  expect(await screen.findByText('You’re offline')).toBeVisible()
  expect(box()).toHaveValue('thika')
  server.answer(searchInApp, search.examples.reply)
  await amina.click(screen.getByRole('button', { name: 'Search again' }))
  expect(await firstHit()).toBeVisible()
})

test('a search without a hit says so, and stays in the address', async () => {
  const amina = person()
  server.answer(searchInApp, { ...search.examples.reply, data: [] })
  open()
  await amina.type(box(), 'zzzz')
  expect(await screen.findByText(/“?zzzz/, { selector: 'h2,h3,p' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?q=zzzz'))
})

test('a whole plate that nobody registered leads to its page', async () => {
  const amina = person()
  server.answer(searchInApp, { ...search.examples.reply, data: [] })
  open()
  await amina.type(box(), 'kdx-i23a')
  expect(await screen.findByRole('link', { name: /^KDX 123A/ })).toHaveAttribute('href', '/en/v/KDX123A')
  expect(screen.queryByText(/No results/)).toBeNull()
})

test('a plate that is found has one link, to its vehicle', async () => {
  const amina = person()
  const [hit] = search.examples.reply.data
  const found = {
    ...hit,
    type: 'vehicle' as const,
    title: 'KDY 123A',
    label: 'KDY 123A',
    highlight: [{ text: 'KDY 123A', match: true }],
  }
  server.answer(searchInApp, { ...search.examples.reply, data: [found] })
  open()
  await amina.type(box(), 'kdy 123a')
  expect(await screen.findByRole('link', { name: /KDY 123A/ })).toHaveAttribute('href', `/en/v/${hit.id}`)
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('searches where site data are blocked, and says that nothing is kept', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  const amina = person()
  open()
  expect(await screen.findByText(/This browser stores nothing/)).toBeTruthy()
  await amina.click(screen.getByLabelText('Save my searches on this phone'))
  await amina.type(box(), 'koja')
  expect(await firstHit()).toBeTruthy()
})
