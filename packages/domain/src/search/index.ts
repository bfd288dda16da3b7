export { SEARCH_TYPES, SearchHit } from './contract.ts'
export { search } from './search.ts'
