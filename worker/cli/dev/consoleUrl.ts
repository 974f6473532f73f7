/** The URL of the console of a local gateway: its own host, at the gateway's port. */
export const consoleUrl = (gateway: string): string => gateway.replace('//localhost', '//console.localhost')
