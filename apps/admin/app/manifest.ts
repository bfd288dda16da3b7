import { appManifest } from '@salama/ui/apps/metadata.ts'

export default () => appManifest('Admin', 'Review what was reported.')
