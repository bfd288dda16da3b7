import { salamaNextConfig } from '@salama/ui/next-config.ts'

// Styles are in the document: a first visit on a slow network shows its text a round trip sooner.
export default salamaNextConfig({ experimental: { inlineCss: true } })
