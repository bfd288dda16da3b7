import { appManifest } from '@salama/ui/apps/manifest.ts'
import type { MetadataRoute } from 'next'

/** What a phone needs to keep the app on its first screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    ...appManifest('Learning', 'Short courses for riders and surveyors. Kozi fupi kwa abiria na watafiti.'),
    id: '/',
    scope: '/',
    theme_color: '#14432f',
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  }
}
