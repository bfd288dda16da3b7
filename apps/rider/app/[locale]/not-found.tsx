export { NotFoundPage as default } from '@salama/ui/apps/not-found-page.tsx'
