import type { Page } from '@playwright/test'

/** What a page did that it should not. */
export type Watch = {
  /** Each dialog, exception, complaint of a policy, and request that left the gateway. */
  readonly misdeeds: string[]
  /** Addresses of the documents that the window or its frames went to. */
  readonly visited: string[]
  /** Takes back what it put into documents that come. */
  readonly end: () => Promise<void>
}

/**
 * Watches a page from now on. Playwright closes its dialogs.
 *
 * @param origin all that it may ask
 */
export const watch = async (page: Page, origin: string): Promise<Watch> => {
  const misdeeds: string[] = []
  const visited: string[] = []
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => misdeeds.push(`exception: ${error.message}`))
  page.on('popup', (popup) => misdeeds.push(`popup: ${popup.url()}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) misdeeds.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url())
    if (new URL(request.url()).origin !== origin) misdeeds.push(`request: ${request.url()}`)
  })
  // The console says it of most, and of what only reports nothing.
  const script = await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  )
  return { misdeeds, visited, end: () => script.dispose() }
}
