/** As JSON, by language: what a page says where not even its layout works. From the build, like the city. */
export const FAILURE_WORDS = process.env.SALAMA_FAILURE
