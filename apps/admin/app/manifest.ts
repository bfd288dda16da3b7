import { appManifest } from '@salama/ui/apps/manifest.ts'

export default () => appManifest('Admin', 'Review what was reported.')
