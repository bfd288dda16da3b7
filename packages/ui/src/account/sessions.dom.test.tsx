import type { OwnSession } from '@salama/domain/accounts/own-sessions'
import { expect, test } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { person, render, screen, waitFor, within } from '../testing/dom.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { Sessions } from './sessions.tsx'

const App = appWith({ en: {}, sw: {} })

const session = (n: number, rest: Partial<OwnSession> = {}): OwnSession => ({
  id: `a0000000-0000-4000-8000-00000000000${n}`,
  isThis: false,
  app: 'rider',
  browser: 'Chrome',
  system: 'Android',
  since: '2026-11-20T06:00:00Z',
  usedAt: '2026-11-21T06:00:00Z',
  ...rest,
})
const HERE = session(1, { isThis: true, app: 'admin', browser: 'Firefox', system: 'Linux' })
const ELSEWHERE = session(3, { app: null, browser: null, system: null })

const END = { method: 'post', path: '/api/account/end-sessions' } as const
const show = (sessions: OwnSession[] | null) =>
  render(
    <App>
      <Sessions sessions={sessions} />
    </App>,
  )
const rows = () => screen.getAllByRole('listitem')

test('says of each session where it is, since when and when it was used; this one has no button', () => {
  show([HERE, session(2), ELSEWHERE])
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^Admin · Firefox on Linux \(this one\)Signed in 20 November, 09:00\. Last used 21 Nov, around 09:00\.$/,
    ),
    expect.stringMatching(/^Rider · Chrome on Android .*End$/),
    expect.stringMatching(/^Another program .*End$/),
  ])
})

test('ends one after the password was asked again, and it is gone from the list', async () => {
  const amina = person()
  const { serve, sent } = fakeServer()
  let isFresh = false
  serve('post', '/api/account/confirm-password', () => {
    isFresh = true
    return Response.json({ done: true })
  })
  serve('post', END.path, () =>
    isFresh
      ? Response.json({ done: true })
      : Response.json({ code: 'password_required', status: 403 }, { status: 403 }),
  )
  show([HERE, session(2), ELSEWHERE])
  await amina.click(screen.getByRole('button', { name: 'End: Rider · Chrome on Android' }))
  await amina.type(await screen.findByLabelText('Password'), 'her-password')
  await amina.click(screen.getByRole('button', { name: 'End: Rider · Chrome on Android' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(screen.getByText('One session ended.')).toBeVisible()
  expect(sent(END).map(({ body }) => body)).toEqual(Array(2).fill({ session: session(2).id }))
})

test('one that has ended meanwhile is gone, too; after another refusal it stays', async () => {
  const amina = person()
  const { serve } = fakeServer()
  let status = 503
  serve('post', END.path, () =>
    Response.json({ code: status === 404 ? 'not_found' : 'unavailable', status }, { status }),
  )
  show([HERE, ELSEWHERE])
  const row = within(screen.getByText('Another program').closest('li') ?? document.body)
  await amina.click(row.getByRole('button'))
  expect(await row.findByRole('alert')).toBeVisible()
  status = 404
  await amina.click(row.getByRole('button'))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('ends all others at once, where there are several', async () => {
  const amina = person()
  const { serve, sent } = fakeServer()
  serve('post', END.path, () => Response.json({ done: true }))
  show([HERE, session(2), ELSEWHERE])
  await amina.click(screen.getByRole('button', { name: 'End all others' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(screen.getByText('2 sessions ended.')).toBeVisible()
  expect(sent(END).map(({ body }) => body)).toEqual([{}])
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
})

test('says so where the list cannot be read', () => {
  show(null)
  expect(screen.getByText(/unavailable|not available|try again/i)).toBeVisible()
})
