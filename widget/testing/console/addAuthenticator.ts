import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** Gives a Chromium page an authenticator that knows its person, and agrees at once. */
export const addAuthenticator = async (
  context: Pick<BrowserContext, 'newCDPSession'>,
  page: Page,
): Promise<{ readonly session: CDPSession; readonly authenticatorId: string }> => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}
