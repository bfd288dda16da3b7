import type { Face } from '@salama/outbox/items.ts'
import {
  CircleAlert,
  CircleCheck,
  Clock,
  LoaderCircle,
  type LucideIcon,
  Smartphone,
  UserRound,
  WifiOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'

const FACES: Record<Face, { icon: LucideIcon; look: string }> = {
  saved: { icon: Smartphone, look: '' },
  sending: { icon: LoaderCircle, look: 'animate-turn' },
  waiting: { icon: WifiOff, look: 'text-warn' },
  sign_in: { icon: UserRound, look: 'text-warn' },
  refused: { icon: CircleAlert, look: 'text-danger' },
  received: { icon: CircleCheck, look: 'text-ok' },
}

/**
 * The face as a line; `children` are its words. With the face as its key a new one is seen to come. `isTimed`: what waits
 * waits for its time, not for a line.
 */
export function FaceLine({ face, isTimed = false, children }: { face: Face; isTimed?: boolean; children: ReactNode }) {
  const { icon, look } = face === 'waiting' && isTimed ? { ...FACES.waiting, icon: Clock } : FACES[face]
  return (
    <p className="animate-drop flex items-start gap-3 text-lg font-bold">
      <Icon as={icon} className={`mt-1 ${look}`} />
      {children}
    </p>
  )
}
