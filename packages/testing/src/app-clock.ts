// For `node --import`: an app's process in a journey's world (world-clock.ts). Each request is answered at the time that
// the control of the stack has set, also in its `Date` header.

import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { clockFile, worldMs } from './env.ts'
import { moveClock } from './world-clock.ts'

let movedMs = 0
const follow = () => {
  const wantedMs = (worldMs() ?? 0) + Number(readFileSync(clockFile, 'utf8'))
  if (wantedMs !== movedMs) moveClock(wantedMs - movedMs)
  movedMs = wantedMs
}
follow()
subscribe('http.server.request.start', (message) => {
  follow()
  const { response } = message as { response: ServerResponse } // as documented for this channel
  response.setHeader('date', new Date().toUTCString())
})
