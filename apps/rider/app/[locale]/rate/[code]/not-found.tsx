export { default } from '../../v/[code]/not-found.tsx'
