import { appManifest } from '@salama/ui/apps/metadata.ts'

export default () =>
  appManifest('Surveyor', 'Field work at the stages, also without a signal. Kazi ya steji, hata bila mtandao.')
