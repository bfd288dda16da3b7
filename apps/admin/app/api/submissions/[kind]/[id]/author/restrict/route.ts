import { restrictAuthor } from '@salama/domain/reviews'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: restrictAuthor })
