import { openAuthor } from '@salama/domain/reviews'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: openAuthor })
