import type messages from '../../messages/en.json'

type NavItemName = keyof (typeof messages)['console']['place']

/** A page of the console. Its messages are `console.place.<name>`. */
export type ConsoleNavItem = { name: NavItemName; href: `/${string}` }

/** The console's pages in navigation order. A new page needs a row here, a message and an icon. */
export const NAV_ITEMS: readonly ConsoleNavItem[] = [
  { name: 'review', href: '/review' },
  { name: 'dashboard', href: '/dashboard' },
  { name: 'users', href: '/users' },
  { name: 'assignments', href: '/assignments' },
  { name: 'vehicles', href: '/vehicles' },
  { name: 'saccos', href: '/saccos' },
  { name: 'network', href: '/network' },
  { name: 'audit', href: '/audit' },
]
