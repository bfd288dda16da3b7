import { untracedRpc } from '../../machinery/clients.ts'
import { hasLiveFeed } from '../../machinery/env.ts'
import { onOwnWrite } from '../../machinery/memory/own-writes.ts'
import { processGlobal } from '../../machinery/process-global.ts'
import type { RpcArgs, RpcName } from '../../machinery/rpc-args.ts'
import { type Ask, LiveFeed } from './live-feed.ts'

// The feed of this process, where SALAMA_LIVE_FEED turns it on. It begins with the first read, which still
// queries the database, so it delays no start; its timers keep no process running.

type Running = { feed: LiveFeed; end: () => void }
const slot = processGlobal('live-feed', (): { running: Running | null } => ({ running: null }))

/** Not `callRpc`: it waits for no place among the requests, where load would age the copy, and has no trace. */
const askAsServer: Ask = async (fn, args, signal) => {
  const called = untracedRpc({ kind: 'visitor', requestId: 'live-feed' }, fn as RpcName, args as RpcArgs<RpcName>) // by name
  const { data, error } = await called.abortSignal(signal)
  if (error) throw new Error(`${fn}: ${error.code}`)
  return data
}

/** The feed of this process; null where there is none. */
export function liveFeed(): LiveFeed | null {
  if (!slot().running && hasLiveFeed()) runLiveFeed(new LiveFeed(askAsServer))
  return slot().running?.feed ?? null
}

/** Replaces the feed of this process. */
export function runLiveFeed(feed: LiveFeed): void {
  stopLiveFeed()
  const detach = onOwnWrite(() => feed.wrote())
  slot().running = {
    feed,
    end: () => {
      detach()
      feed.stop()
    },
  }
}

/** Ends the feed of this process; every read queries the database. */
export function stopLiveFeed(): void {
  slot().running?.end()
  slot().running = null
}
