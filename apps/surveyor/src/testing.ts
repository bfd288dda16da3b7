import { exampleAssignment, exampleClaim } from '@salama/domain/assignments/contract'
import { getCollectionEntry, submitVehicleCollectionEntry } from '@salama/domain/collection-entries/contract'
import { getFieldState } from '@salama/domain/field-state/contract'
import { listMainStages } from '@salama/domain/network/contract'
import { getKnownVehicles, listFieldNames } from '@salama/domain/surveyor/contract'
import { getVehicle } from '@salama/domain/vehicles/contract'
import { currentAccount } from '@salama/outbox/account.ts'
import { appWith } from '@salama/ui/testing/app.tsx'
import { fakeServer } from '@salama/ui/testing/fake-server.ts'
import en from '../messages/en.json' with { type: 'json' }
import sw from '../messages/sw.json' with { type: 'json' }
import type { Assignment, Names, ServerEntry, Session } from './field-state/field-cache.ts'
import type { EntryBody, FieldContent } from './outbox/content.ts'
import { fieldOutbox } from './outbox/field-outbox.ts'
import '../app/globals.css'

/** Around every component in a component test. */
export const App = appWith({ en, sw })

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const page = { nextCursor: null }

export const NAMES: Names = {
  saccos: [{ id: '10000000-0000-4000-8000-000000000001', name: 'Kifaru Demo Sacco', aliases: ['Kifaru'] }],
  routes: [
    {
      id: '20000000-0000-4000-8000-000000000023',
      slug: '23-odeon-kangemi',
      shortName: '23',
      longName: 'Odeon to Kangemi',
      name: '23 Odeon to Kangemi',
    },
    {
      id: '20000000-0000-4000-8000-000000000044',
      slug: '44-koja-kahawa',
      shortName: '44',
      longName: 'Koja to Kahawa',
      name: '44 Koja to Kahawa',
    },
  ],
}

/** A shift that began an hour ago. */
export const openSession = (): Session => ({
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

/** An assignment with a free slot. */
export const assignment = (changes: Partial<Assignment> = {}): Assignment => ({
  ...exampleAssignment,
  quota: { vehicles: null, minutes: 120, facts: [] },
  dueAt: minutesFromNow(24 * 60),
  distanceM: 322,
  closedAt: null,
  slotCount: 3,
  openSlots: 2,
  others: 0,
  mine: [],
  ...changes,
})

/** One whose slot Chebet holds for another hour. */
export const heldAssignment = (changes: Partial<Assignment> = {}): Assignment => ({
  ...assignment(changes),
  mine: [
    {
      ...exampleClaim,
      claimedAt: minutesFromNow(-10),
      heldUntil: minutesFromNow(60),
      renewableUntil: minutesFromNow(600),
      counts: [],
    },
  ],
})

/** An entry as the server answers it. */
export const serverEntry = (changes: Partial<ServerEntry> = {}): ServerEntry => {
  const { repeated: _, ...entry } = submitVehicleCollectionEntry.reply.parse(
    submitVehicleCollectionEntry.examples.reply,
  )
  return { ...entry, ...changes }
}

type Work = { session?: Session | null; mine?: Assignment[]; open?: Assignment[]; entries?: ServerEntry[] }

/** What the server has of Chebet's work: without more her shift is open and nothing is asked of her. */
export const fieldState = ({ session = openSession(), mine = [], open = [], entries = [] }: Work = {}) => ({
  ...getFieldState.examples.reply,
  work: {
    session,
    mine: { data: mine, page },
    open: { data: open, page },
    returned: { data: entries.filter(({ state }) => state === 'changes_requested'), page },
    recent: { data: entries, page },
    stats: getFieldState.examples.reply.work.stats,
  },
})

/** Chebet's server: she is signed in and a surveyor. */
export function fieldServer(work: Work = {}) {
  const server = fakeServer()
  server.signedIn('chebet')
  server.answer(getFieldState, fieldState(work))
  server.answer(listFieldNames, NAMES)
  server.answer(listMainStages, { data: [], page })
  server.serve('get', '/api/push/key', () => Response.json({ publicKey: null }))
  server.refuse(getVehicle, 'not_found', { status: 404 })
  server.refuse(getCollectionEntry, 'not_found', { status: 404 })
  server.answer(getKnownVehicles, { saccos: [], routes: [], vehicles: {} })
  return server
}

/** Puts something into the outbox of Chebet's phone, as a page that was left before it was sent. */
export async function queued(content: FieldContent, id: string = crypto.randomUUID()) {
  const outbox = fieldOutbox((await currentAccount()) ?? '')
  await outbox.put(id, content)
  return outbox
}

/** The content of an entry of the open shift. */
export const entryOf = (plate: string, body: Partial<EntryBody> = {}): FieldContent => {
  const capturedAt = minutesFromNow(-5)
  return {
    kind: 'entry',
    sessionId: openSession().id,
    plate,
    capturedAt,
    body: { capturedAt, vehicle: { plate }, ...body },
  }
}
