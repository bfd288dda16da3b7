import type messages from '../../messages/en.json'

type NavItemName = keyof (typeof messages)['console']['place']

/** A place of the console. Its words are `console.place.<name>`. */
export type ConsoleNavItem = { name: NavItemName; href: `/${string}` }

/** Where one can go in the console, in the order of the navigation. A new part is a line here, a word and an icon. */
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
