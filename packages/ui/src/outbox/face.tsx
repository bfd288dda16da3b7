import { type Item, isSending } from '@salama/outbox/items.ts'
import { CircleAlert, CircleCheck, LoaderCircle, type LucideIcon, Smartphone, UserRound, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'

/**
 * How something in the outbox looks to its person. `saved`: on this phone, about to go; `sending`; `waiting`: it did not
 * get through and goes by itself; `sign_in`: it waits for its person; `refused`; `received`.
 */
export type Face = 'saved' | 'sending' | 'waiting' | 'sign_in' | 'refused' | 'received'

export function faceOf(item: Pick<Item<unknown, unknown>, 'state' | 'sendingSince' | 'attempts'>, nowMs: number): Face {
  if (item.state !== 'waiting') return item.state
  if (isSending(item, nowMs)) return 'sending'
  return item.attempts === 0 ? 'saved' : 'waiting'
}

const FACES: Record<Face, { icon: LucideIcon; look: string }> = {
  saved: { icon: Smartphone, look: '' },
  sending: { icon: LoaderCircle, look: 'animate-turn' },
  waiting: { icon: WifiOff, look: 'text-warn' },
  sign_in: { icon: UserRound, look: 'text-warn' },
  refused: { icon: CircleAlert, look: 'text-danger' },
  received: { icon: CircleCheck, look: 'text-ok' },
}

/** The face as a line; `children` are its words. With the face as its key a new one is seen to come. */
export function FaceLine({ face, children }: { face: Face; children: ReactNode }) {
  const { icon, look } = FACES[face]
  return (
    <p className="animate-drop flex items-start gap-3 text-lg font-bold">
      <Icon as={icon} className={`mt-1 ${look}`} />
      {children}
    </p>
  )
}
