export { default } from '@salama/ui/postcss.config.mjs'
