import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { closeServers } from './fake-server.ts'
import { locationIs } from './phone.ts'
import { clearStorage, settle } from './storage.ts'

// Before every file of the project `browser`. Files of one worker share the browser's storage.

beforeEach(() => locationIs('denied'))

afterEach(async () => {
  await cleanup()
  vi.useRealTimers()
  closeServers()
  await settle()
  await clearStorage()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
