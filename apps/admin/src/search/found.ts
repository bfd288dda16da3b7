import type { searchConsole } from '@salama/domain/admin/contract'
import type { ReplyOf } from '@salama/domain/shared'

export type Found = ReplyOf<typeof searchConsole>['data'][number]

/** The page of what was found. */
export function hrefOf({ kind, id }: Found): string {
  switch (kind) {
    case 'vehicle':
      return `/vehicles/${id}`
    case 'sacco':
      return `/saccos/${id}`
    case 'user':
      return `/users/${id}`
    case 'assignment':
      return `/assignments/${id}`
    case 'incident':
      return `/incidents/${id}`
    case 'corridor':
      return `/incidents?corridorId=${id}`
    case 'route':
      return `/network/map?route=${id}`
    case 'stop':
      return `/network/map?stage=${id}`
  }
}
