import type { App } from '../../http/app.ts'
import { consoleAsset, consoleShell } from '../../pages/console/consolePages.ts'

/** The console's page at every address that nothing else serves, and its files. Added last. */
export const consolePages = ({ hono }: App): void => {
  hono.get(
    '/console-assets/:file',
    async (context) => (await consoleAsset(context.req.raw, context.env.ASSETS)) ?? context.notFound(),
  )
  // Only what a browser opens as a page: a mistyped file or request has no page.
  hono.get('*', (context) =>
    context.req.header('accept')?.includes('text/html') ? consoleShell(context.req.raw) : context.notFound(),
  )
}
