import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { closeServers } from './fake-server.ts'
import { locationIs } from './phone.ts'
import { clearStorage, settle } from './storage.ts'

// Before every file of the project `browser`. Files of one worker share the browser's storage.

// A test at a desk leaves the browser of a phone zoomed in, where what lies over the whole screen is out of reach.
const viewport = window.top?.document.querySelector('meta[name=viewport]')
if (!viewport) throw new Error('The page of the tests has no viewport')
viewport.setAttribute('content', 'width=device-width, minimum-scale=1, maximum-scale=1')

beforeEach(() => locationIs('denied'))
// A component is shown in a page that responds already, unless `showEarly` shows it.
beforeEach(() => document.documentElement.setAttribute('data-ready', ''))

afterEach(async () => {
  await cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks() // before storage is emptied, which a test may have blocked
  closeServers()
  await settle()
  await clearStorage()
  vi.unstubAllGlobals()
})
