import { useEffect, useLayoutEffect, useRef } from 'react'

/** What the page can do now, for the palette: with what is open, or with what is selected. */
export type Command = { id: string; name: string; key?: string | undefined; run: () => void }

const sources = new Set<() => readonly Command[]>()

/** Offers commands in the palette while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const source = () => latest.current
    sources.add(source)
    return () => void sources.delete(source)
  }, [])
}

/** The latest first: those of an open entry come before those of the list. */
export const readCommands = (): Command[] => [
  ...new Map([...sources].toReversed().flatMap((read) => read().map((each) => [each.id, each] as const))).values(),
]
