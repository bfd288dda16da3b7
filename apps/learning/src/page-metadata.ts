import { appUrls } from '@salama/session'
import { pageMetadataOf } from '@salama/ui/apps/metadata.ts'

export const pageMetadata = pageMetadataOf(() => appUrls().learning)
