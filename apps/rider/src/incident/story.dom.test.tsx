import { getIncident, type IncidentStep } from '@salama/domain/incidents/contract'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { render, screen } from '@salama/ui/testing/dom.ts'
import { expect, test } from 'vitest'
import { App } from '@/testing.ts'
import { CertaintySteps } from './certainty.tsx'
import { Timeline } from './timeline.tsx'

const { myVote: _, ...incident } = getIncident.examples.reply
const NOW = Date.parse('2026-11-20T07:00:00Z')
const step = (kind: IncidentStep['kind'], at: string, count: number | null = null) => ({ kind, at, count })

test('a card breaks the name of a place after its slash, and in no word', () => {
  const { container } = render(
    <App>
      <IncidentCard incident={{ ...incident, placeName: 'Kencom/Ambassadeur' }} nowMs={NOW} />
    </App>,
  )
  expect(container).toHaveTextContent('Near Kencom/Ambassadeur')
  expect(container.querySelector('wbr')?.previousSibling?.textContent).toBe('/')
})

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

test('a timeline has the minutes of today, and until when it is shown', () => {
  const steps = [
    step('first', '2026-11-20T06:40:00Z'),
    step('reported', '2026-11-20T06:52:00Z', 2),
    step('corroborated', '2026-11-20T06:52:00Z'),
    step('confirms', '2026-11-20T06:55:00Z', 7),
  ]
  render(
    <App>
      <Timeline incident={incident} steps={steps} nowMs={NOW} />
    </App>,
  )
  expect(rows()).toEqual([
    '09:40First reported',
    '09:522 riders have reported it',
    '09:52Confirmed by riders',
    '09:557 riders say so, too',
    '13:52Comes off the map, unless riders report it again',
  ])
})

test('a timeline of another day names the day; of a coarse and ended one the time is about, and nothing is awaited', () => {
  const over = { ...incident, precision: 'coarse' as const, lifecycle: 'expired' as const }
  render(
    <App>
      <Timeline
        incident={over}
        steps={[step('first', '2026-11-19T06:00:00Z'), step('expired', '2026-11-20T06:00:00Z')]}
        nowMs={NOW}
      />
    </App>,
  )
  expect(rows()).toEqual(['yesterday, about 09:00First reported', 'about 09:00No more reports, so it came off the map'])
})

test.each([
  ['unverified', 1, 'Not confirmed yet', 'One rider'],
  ['corroborated', 3, 'Confirmed by 3 riders', 'More riders'],
  ['verified', 3, 'Checked by a person', 'Checked'],
  ['disputed', 3, 'Disputed', 'One rider'],
] as const)('an incident that is %s is said to be so, with its step', (corroboration, reports, words, current) => {
  render(
    <App>
      <CertaintySteps incident={{ corroboration, reports }} />
    </App>,
  )
  expect(screen.getByRole('region', { name: 'How sure this is' })).toHaveTextContent(words)
  expect(screen.getByText(current)).toHaveAttribute('aria-current', 'step')
})
