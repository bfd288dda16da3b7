export { GET, HEAD } from '@salama/session/basemap'
