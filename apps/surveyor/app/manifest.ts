import { appManifest } from '@salama/ui/apps/manifest.ts'

export default () => ({
  ...appManifest('Surveyor', 'Field work at the stages, also without a signal. Kazi ya steji, hata bila mtandao.'),
  id: '/',
  scope: '/',
  theme_color: '#14432f',
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' as const },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' as const },
  ],
})
