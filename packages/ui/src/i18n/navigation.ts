import { createNavigation } from 'next-intl/navigation'
import { routing } from './routing.ts'

/** next/link and next/navigation that keep the language: pass paths without it. */
export const { usePathname, useRouter } = createNavigation(routing)
export { Link } from './link.tsx'
