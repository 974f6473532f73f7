/** How long an invitation can be accepted, in milliseconds. */
export const invitationLifetimeMs = 24 * 3_600_000

/** The link of an invitation. Browsers send the part behind # to no server. */
export const invitationLink = (consoleOrigin: string, secret: string): string => `${consoleOrigin}/invitation#${secret}`
