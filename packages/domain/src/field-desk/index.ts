export { getFieldDesk } from './get-field-desk.ts'
