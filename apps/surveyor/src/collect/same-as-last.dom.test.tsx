import { person, render, screen } from '@salama/ui/testing/dom.ts'
import { expect, test, vi } from 'vitest'
import { type Draft, type LastValues, newDraft } from '@/field-state/draft.ts'
import { App } from '@/testing.ts'
import { SameAsLast } from './same-as-last.tsx'

const last: LastValues = {
  sacco: { id: null, name: 'Kifaru' },
  routes: [{ id: '20000000-0000-4000-8000-000000000044', name: '44 · Koja to Kahawa' }],
}

function open(draft = newDraft(null), of: LastValues | null = last) {
  const onTake = vi.fn()
  render(
    <App>
      <SameAsLast draft={draft} last={of} onTake={onTake} />
    </App>,
  )
  return onTake
}

test('what the vehicle before had is named, and taken over as carried', async () => {
  const onTake = open()
  await person().click(screen.getByRole('button', { name: /Kifaru, 44$/ }))
  expect(onTake).toHaveBeenCalledExactlyOnceWith({ ...last, carried: ['sacco', 'routes'] })
})

test.each<[string, Draft, LastValues | null]>([
  ['a sacco was chosen', { ...newDraft(null), sacco: last.sacco }, last],
  ['a route was chosen', { ...newDraft(null), routes: last.routes }, last],
  ['an entry is corrected', { ...newDraft(null), revises: crypto.randomUUID() }, last],
  ['the vehicle before had neither', newDraft(null), { sacco: null, routes: [] }],
  ['there was none', newDraft(null), null],
])('it is not offered where %s', (_, draft, of) => {
  open(draft, of)
  expect(screen.queryByRole('button')).toBeNull()
})
