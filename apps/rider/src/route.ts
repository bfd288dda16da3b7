export { route } from '@salama/session/route'
