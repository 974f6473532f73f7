/** {Customer} of the contract is :Customer of the router. */
export const honoPath = (path: string): string => path.replace(/\{([A-Za-z]+)\}/g, ':$1')
