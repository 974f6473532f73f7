import { fileURLToPath } from 'node:url'

/** The folder of package.json, ending in a slash. */
export const repository = fileURLToPath(new URL('../../', import.meta.url).href)

/** An absolute path of a file in the repository. */
export const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url).href)
