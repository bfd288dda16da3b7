import { getFieldState } from '@salama/domain/field-state/contract'
import { listMainStages } from '@salama/domain/network/contract'
import { getKnownVehicles, listFieldNames } from '@salama/domain/surveyor/contract'
import { appWith } from '@salama/ui/testing/app.tsx'
import { fakeServer } from '@salama/ui/testing/fake-server.ts'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }
import type { Names, Session } from './field-state/field-cache.ts'
import '../app/globals.css'

/** Around every component in a component test. */
export const App = appWith({ en, sw })

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const page = { nextCursor: null }

const NAMES: Names = {
  saccos: [{ id: '10000000-0000-4000-8000-000000000001', name: 'Kifaru Demo Sacco', aliases: ['Kifaru'] }],
  routes: [
    {
      id: '20000000-0000-4000-8000-000000000023',
      slug: '23-odeon-kangemi',
      shortName: '23',
      longName: 'Odeon to Kangemi',
    },
    { id: '20000000-0000-4000-8000-000000000044', slug: '44-koja-kahawa', shortName: '44', longName: 'Koja to Kahawa' },
  ],
}

/** A shift that began an hour ago. */
const openSession = (): Session => ({
  id: '2c1f7a90-6a53-4c3e-8f0d-6b1d5a7e9c44',
  state: 'open',
  startedAt: minutesFromNow(-60),
  touchedAt: minutesFromNow(-1),
  openUntil: minutesFromNow(120),
  endedAt: null,
  place: null,
  location: null,
  entryCount: 0,
})

/** Chebet's server: she is signed in, her shift is open and nothing is asked of her. */
export function fieldServer() {
  const server = fakeServer()
  server.signedIn('chebet')
  server.answer(getFieldState, {
    ...getFieldState.examples.reply,
    work: {
      session: openSession(),
      mine: { data: [], page },
      open: { data: [], page },
      returned: { data: [], page },
      recent: { data: [], page },
      stats: getFieldState.examples.reply.work.stats,
    },
  })
  server.answer(listFieldNames, NAMES)
  server.answer(listMainStages, { data: [], page })
  server.answer(getKnownVehicles, { saccos: [], routes: [], vehicles: {} })
  return server
}
