import { useRef } from 'react'

/**
 * The id under which some content is sent, for an Idempotency-Key or an id that the client makes: the same for the same
 * content, so that a retry or a double press creates one thing. After `forget` the same content is meant again.
 */
export function useAttemptId(): { idOf: (content: unknown) => string; forget: () => void } {
  const last = useRef<{ content: string; id: string } | null>(null)
  return {
    idOf: (content) => {
      const text = JSON.stringify(content)
      if (last.current?.content !== text) last.current = { content: text, id: crypto.randomUUID() }
      return last.current.id
    },
    forget: () => {
      last.current = null
    },
  }
}
