export { getFieldState } from './get-field-state.ts'
