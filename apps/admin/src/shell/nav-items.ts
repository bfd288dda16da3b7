import {
  Building2,
  Bus,
  ChartLine,
  ClipboardCheck,
  ClipboardList,
  GraduationCap,
  type LucideIcon,
  MapPinned,
  Route,
  ScrollText,
  ServerCog,
  Users,
} from 'lucide-react'
import type messages from '../../messages/en.json'

type NavItemName = keyof (typeof messages)['console']['place']

/** A page of the console. Its messages are `console.place.<name>`. */
export type ConsoleNavItem = { name: NavItemName; href: `/${string}`; icon: LucideIcon }

/** The console's pages in navigation order. A new page needs a row here and a message. */
export const NAV_ITEMS: readonly ConsoleNavItem[] = [
  { name: 'review', href: '/review', icon: ClipboardCheck },
  { name: 'incidents', href: '/incidents', icon: MapPinned },
  { name: 'dashboard', href: '/dashboard', icon: ChartLine },
  { name: 'users', href: '/users', icon: Users },
  { name: 'assignments', href: '/assignments', icon: ClipboardList },
  { name: 'vehicles', href: '/vehicles', icon: Bus },
  { name: 'saccos', href: '/saccos', icon: Building2 },
  { name: 'network', href: '/network', icon: Route },
  { name: 'learning', href: '/learning', icon: GraduationCap },
  { name: 'audit', href: '/audit', icon: ScrollText },
  { name: 'system', href: '/system', icon: ServerCog },
]
