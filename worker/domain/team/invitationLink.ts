/** The link of an invitation. Browsers send the part behind # to no server. */
export const invitationLink = (consoleOrigin: string, secret: string): string => `${consoleOrigin}/invitation#${secret}`
