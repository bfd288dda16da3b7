import { appManifest } from '@salama/ui/apps/metadata.ts'

export default () =>
  appManifest(null, 'What is happening on your way, from riders for riders. Yanayotokea njiani kwako.')
