import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, type CategoryIconName } from '@salama/domain/shared'
import {
  Banknote,
  CarFront,
  Construction,
  Gauge,
  HandCoins,
  type LucideIcon,
  MessageCircleWarning,
  ShieldAlert,
  TriangleAlert,
  UserRoundX,
  Users,
  Wrench,
} from 'lucide-react'
import { Icon } from '../components/icon.tsx'

const ICONS: Record<CategoryIconName, LucideIcon> = {
  crash: CarFront,
  hazard: TriangleAlert,
  block: Construction,
  breakdown: Wrench,
  reckless: Gauge,
  overload: Users,
  fare: Banknote,
  theft: HandCoins,
  robbery: ShieldAlert,
  harassment: MessageCircleWarning,
  assault: UserRoundX,
}

/** The icon of a category, always beside its name. */
export function CategoryIcon({ category, className }: { category: Category; className?: string }) {
  return <Icon as={ICONS[CATEGORIES[category].icon]} {...(className && { className })} />
}
