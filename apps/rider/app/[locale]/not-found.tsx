export { NotFoundPage as default, notFoundMetadata as generateMetadata } from '@salama/ui/apps/not-found-page.tsx'
