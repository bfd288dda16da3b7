import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../i18n/navigation.ts'
import { Icon } from './icon.tsx'

type Props = {
  /** An icon, a sign or a badge. With large text on a phone it goes: its words need the room. */
  sign?: ReactNode
  /** Of second rank, at the end: a time, a number. */
  end?: ReactNode
  children: ReactNode
}

/** One thing of a list (`rows` on it): at least 56 px, and all of it is the link where there is one. */
export function Row({ sign, end, href, children }: Props & { href?: string }) {
  const inside = (
    <>
      {sign && <span className="grid shrink-0 place-items-center @max-3xs:hidden">{sign}</span>}
      <span className="min-w-0 flex-1 basis-[8rem]">{children}</span>
      {end && <span className="text-soft">{end}</span>}
      {href !== undefined && <Icon as={ChevronRight} className="text-soft @max-3xs:hidden rtl:-scale-x-100" />}
    </>
  )
  const look = 'flex min-h-14 flex-wrap items-center gap-x-3 py-2'
  if (href === undefined) return <div className={look}>{inside}</div>
  return (
    <Link href={href} prefetch={false} className={look}>
      {inside}
    </Link>
  )
}
