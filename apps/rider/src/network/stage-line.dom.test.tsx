import { getIncident } from '@salama/domain/incidents/contract'
import type { Direction, UsualTrouble as Usual } from '@salama/domain/network/contract'
import { person, render, screen } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { StageLine } from './stage-line.tsx'
import { UsualTrouble } from './usual-trouble.tsx'

const { myVote: _, ...incident } = getIncident.examples.reply
const NOW = Date.parse('2026-11-20T14:30:00Z') // a Friday, 17:30 in the city

test('a line has what is reported between its stages, and quiet ones behind one press', async () => {
  const stages = ['Odeon', 'Ngara', 'Pangani', 'Muthaiga', 'Survey', 'Roysambu'].map((name, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    name,
    place: incident.place,
    isMain: false,
  }))
  const direction: Direction = { stages, live: [{ after: 1, incident }] }
  render(
    <App>
      <StageLine direction={direction} nowMs={NOW} />
    </App>,
  )
  const [odeon, crash] = screen.getAllByRole('listitem')
  expect(odeon).toHaveTextContent('Odeon')
  expect(crash).toHaveTextContent('Crash')
  expect(screen.getByRole('link')).toHaveAttribute('href', `/en/incidents/${incident.id}`)
  expect(screen.getByText('Muthaiga')).not.toBeVisible()
  await person().click(screen.getByText('3 more stages'))
  expect(screen.getByText('Muthaiga')).toBeVisible()
})

test('usual trouble is a sentence for each kind of day that has enough riders', () => {
  const usual: Usual = {
    hours: [
      { weekend: false, hour: 7, riders: 5 },
      { weekend: false, hour: 17, riders: 15 },
      { weekend: false, hour: 18, riders: 20 },
    ],
    categories: [{ weekend: false, category: 'crash', riders: 25 }],
  }
  render(
    <App>
      <UsualTrouble usual={usual} nowMs={NOW} />
    </App>,
  )
  expect(screen.getByText('Most from 17:00 to 19:00. Mostly: Crash.')).toBeVisible()
  expect(screen.queryByText('On weekends')).toBeNull()
})
