import type { Page } from '@playwright/test'

/** Records forbidden behaviour of a page. */
export type PageMonitor = {
  /** Dialogs, popups, exceptions, console errors, CSP violations, and requests to other origins. */
  readonly violations: string[]
  /** Removes the script from future documents. */
  readonly end: () => Promise<void>
}

/**
 * Monitors a page from now on, and dismisses its dialogs.
 *
 * @param origin the only origin that the page may request
 */
export const monitorPage = async (page: Page, origin: string): Promise<PageMonitor> => {
  const misdeeds: string[] = []
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
    if (new URL(request.url()).origin !== origin) misdeeds.push(`request: ${request.url()}`)
  })
  // The console reports most CSP violations, but not those of report-only policies.
  const script = await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  )
  return { violations: misdeeds, end: () => script.dispose() }
}
