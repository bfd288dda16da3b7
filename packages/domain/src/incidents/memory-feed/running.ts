import { untracedRpc } from '../../machinery/clients.ts'
import { hasLiveFeed } from '../../machinery/env.ts'
import { onOwnWrite } from '../../machinery/own-writes.ts'
import type { RpcArgs, RpcName } from '../../machinery/rpc-args.ts'
import { type Ask, LiveFeed } from './live-feed.ts'

// The feed of this process, where SALAMA_LIVE_FEED turns it on. It begins with the first read, which still
// queries the database, so it delays no start; its timers keep no process running.
// On the global object, because one process may have loaded this file more than once: each route is a bundle.

type Running = { feed: LiveFeed; end: () => void }
const KEY = Symbol.for('salama.live-feed')
const shared: typeof globalThis & { [KEY]?: Running } = globalThis

/**
 * Not `callRpc`: it waits for no place among the requests, or the copy would become old under load. It belongs to no
 * request, so it has no trace.
 */
const askAsServer: Ask = async (fn, args, signal) => {
  const called = untracedRpc({ kind: 'visitor', requestId: 'live-feed' }, fn as RpcName, args as RpcArgs<RpcName>) // by name
  const { data, error } = await called.abortSignal(signal)
  if (error) throw new Error(`${fn}: ${error.code}`)
  return data
}

/** The feed of this process; null where there is none. */
export function liveFeed(): LiveFeed | null {
  if (!shared[KEY] && hasLiveFeed()) runLiveFeed(new LiveFeed(askAsServer))
  return shared[KEY]?.feed ?? null
}

/** Replaces the feed of this process. */
export function runLiveFeed(feed: LiveFeed): void {
  stopLiveFeed()
  const detach = onOwnWrite(() => feed.wrote())
  shared[KEY] = {
    feed,
    end: () => {
      detach()
      feed.stop()
    },
  }
}

/** Ends the feed of this process; every read queries the database. */
export function stopLiveFeed(): void {
  shared[KEY]?.end()
  delete shared[KEY]
}
