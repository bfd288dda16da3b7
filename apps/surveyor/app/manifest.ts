import { appManifest } from '@salama/ui/apps/manifest.ts'

export default () => appManifest('Surveyor', 'Field work at the stages.')
