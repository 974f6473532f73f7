/** Tells editors of a page where it comes from. */
export const generatedNote = '<!-- Printed from worker/contract by "npm run docs:print". -->'

/** Front matter: the outline has operations and objects only, and theme/api.css styles the lists of members. */
export const frontMatter = '---\noutline: 2\npageClass: api-page\neditLink: false\n---'
