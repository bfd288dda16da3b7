import { appAddresses } from '@salama/session'
import { pageMetadataOf } from '@salama/ui/apps/page-metadata.ts'

export const pageMetadata = pageMetadataOf(() => appAddresses().learning)
