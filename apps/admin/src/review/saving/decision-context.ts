import { createContext, useContext, useSyncExternalStore } from 'react'
import { type DecisionQueue, EMPTY } from './decision-queue.ts'

export const DecisionContext = createContext<DecisionQueue | null>(null)

export function useDecisionQueue(): DecisionQueue {
  const queue = useContext(DecisionContext)
  if (!queue) throw new Error('No <Decisions> around this')
  return queue
}

export function useDecisionState() {
  const queue = useDecisionQueue()
  return useSyncExternalStore(queue.subscribe, queue.getState, () => EMPTY)
}
