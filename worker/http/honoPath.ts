/** Converts {Customer} of the contract to :Customer of Hono's router. */
export const honoPath = (path: string): string => path.replace(/\{([A-Za-z]+)\}/g, ':$1')
