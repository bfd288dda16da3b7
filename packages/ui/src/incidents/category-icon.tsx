import type { Category } from '@salama/domain/incidents/contract'
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

const ICONS: Record<Category, LucideIcon> = {
  crash: CarFront,
  hazard: TriangleAlert,
  road_block: Construction,
  breakdown: Wrench,
  reckless_driving: Gauge,
  overloading: Users,
  fare_dispute: Banknote,
  theft: HandCoins,
  robbery: ShieldAlert,
  harassment: MessageCircleWarning,
  assault: UserRoundX,
}

/** The picture of a category, always beside its word. */
export function CategoryIcon({ category, className }: { category: Category; className?: string }) {
  return <Icon as={ICONS[category]} {...(className && { className })} />
}
