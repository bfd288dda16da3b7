export { notFoundMetadata as generateMetadata, UnknownPage as default } from '@salama/ui/apps/not-found-page.tsx'
