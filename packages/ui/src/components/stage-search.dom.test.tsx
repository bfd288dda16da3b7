import type { PointOfInterest } from '@salama/domain/network/contract'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { act, person, render, screen, waitFor } from '../testing/dom.ts'
import { StageSearch } from './stage-search.tsx'

const App = appWith({ en: {}, sw: {} })

const stage = (name: string, area: string): PointOfInterest => ({
  id: `${name} ${area}`,
  name,
  kind: 'stop',
  place: { lat: -1.2841, lng: 36.8251 },
  corridor: null,
  area,
  routes: ['44', '45'],
  distanceM: null,
})

/** The chosen stage is shown beside the field, as a form would keep it. */
function Form({ search }: { search: (q: string) => Promise<PointOfInterest[]> }) {
  const [stop, setStop] = useState<PointOfInterest | null>(null)
  return (
    <App>
      <StageSearch label="Stage" value={stop} onChange={setStop} search={search} unanswered="Use the map instead." />
      <output>{stop?.area ?? 'no stage'}</output>
    </App>
  )
}
const field = () => screen.getByRole('combobox', { name: 'Stage' })
const chosen = () => screen.getByText(/^(no stage|Roysambu|Kasarani)$/, { selector: 'output' })

test('stages of one name are told apart, and the chosen one is kept and described', async () => {
  const amina = person()
  render(<Form search={async () => [stage('Koja', 'Roysambu'), stage('Koja', 'Kasarani')]} />)
  await amina.type(field(), 'koj')
  await amina.click(await screen.findByRole('option', { name: /Kasarani/ }))
  expect(field()).toHaveValue('Koja')
  expect(field()).toHaveAccessibleDescription(/Kasarani · .*44, 45/)
  expect(chosen()).toHaveTextContent('Kasarani')
})

test('typing after a choice takes the choice back', async () => {
  const amina = person()
  render(<Form search={async () => [stage('Koja', 'Roysambu')]} />)
  await amina.type(field(), 'koj')
  await amina.click(await screen.findByRole('option'))
  expect(chosen()).toHaveTextContent('Roysambu')
  await amina.type(field(), 'x')
  expect(chosen()).toHaveTextContent('no stage')
})

test('a search that fails says what to do instead, and the next letter searches again', async () => {
  const amina = person()
  let isDown = true
  const search = async () => {
    if (isDown) throw new Error('No answer')
    return [stage('Koja', 'Roysambu')]
  }
  render(<Form search={search} />)
  await amina.type(field(), 'ko')
  expect(await screen.findByText('Use the map instead.')).toBeVisible()
  isDown = false
  await amina.type(field(), 'j')
  expect(await screen.findByRole('option', { name: /Koja/ })).toBeVisible()
  expect(screen.queryByText('Use the map instead.')).toBeNull()
})

test('an answer to an earlier text does not replace the one to a later', async () => {
  const amina = person()
  const answers = new Map<string, (found: PointOfInterest[]) => void>()
  render(<Form search={(q) => new Promise((resolve) => answers.set(q, resolve))} />)
  await amina.type(field(), 'ko')
  await waitFor(() => expect(answers.has('ko')).toBe(true))
  await amina.type(field(), 'ja')
  await waitFor(() => expect(answers.has('koja')).toBe(true))
  answers.get('koja')?.([stage('Koja', 'Roysambu')])
  await screen.findByRole('option', { name: /Roysambu/ })
  await act(async () => answers.get('ko')?.([stage('Kona', 'Kasarani')]))
  expect(screen.queryByRole('option', { name: /Kona/ })).toBeNull()
})

test('a text that nothing is named after says so', async () => {
  const amina = person()
  render(<Form search={async () => []} />)
  await amina.type(field(), 'zzz')
  expect(await screen.findByText(/zzz/)).toBeVisible()
  expect(field()).toHaveAttribute('aria-expanded', 'false')
})
