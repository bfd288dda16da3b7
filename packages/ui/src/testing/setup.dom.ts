import { locks } from 'node:worker_threads'
import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { closeServers } from './fake-server.ts'
import { locationIs } from './phone.ts'
import { clearStorage, settle } from './storage.ts'

/** What is waited for comes at once; a busy machine needs longer. */
const PATIENCE_MS = 10_000

// Before every file of the project `dom`. Files share a process: each test leaves an empty page and empty storage.

configure({ asyncUtilTimeout: PATIENCE_MS })
// happy-dom has neither.
Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
beforeEach(() => locationIs('denied'))
// A component is shown in a page that responds already, unless `showEarly` shows it.
beforeEach(() => document.documentElement.setAttribute('data-ready', ''))

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks() // before storage is emptied, which a test may have blocked
  closeServers()
  await settle()
  await clearStorage()
  vi.unstubAllGlobals()
})
