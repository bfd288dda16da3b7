export { ContentError } from '../../machinery/markdown-file.ts'
export { COURSES, loadCourses } from './load-courses.ts'
export { type CourseToLoad, readCourses } from './read-courses.ts'
