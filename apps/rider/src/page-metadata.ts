import { appUrls, ownUrl } from '@salama/session'
import { pageMetadataOf } from '@salama/ui/apps/metadata.ts'

const metadataOf = pageMetadataOf(riderUrl)

/** The metadata of a page; `picture` is the path of what a shared link shows, by default the app's own picture. */
export const pageMetadata: typeof metadataOf = (path, words, { picture = '/picture', ...rest } = {}) =>
  metadataOf(path, words, { picture, ...rest })

/** The public URL of this app. */
export function riderUrl(): string {
  return appUrls().rider ?? ownUrl()
}
