'use client'

export { GlobalError as default } from '@salama/ui/apps/global-error.tsx'
