import { appManifest } from '@salama/ui/apps/metadata.ts'

export default () =>
  appManifest('Learning', 'Short courses for riders and surveyors. Kozi fupi kwa abiria na watafiti.')
