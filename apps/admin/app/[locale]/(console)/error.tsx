'use client'

export { ErrorPage as default } from '@salama/ui/apps/error-page.tsx'
