export { register } from '@salama/http/instrumentation'
