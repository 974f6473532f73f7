import { json, page, type Routes } from '../shop/response.ts'
import { serveScript } from '../shop/bundle.ts'
import { missingPage } from '../shop/pages/receipt.ts'
import { scriptPagePolicy } from '../shop/policy.ts'
import { readTold } from './responses.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './page.ts'

/** What the page may have done, and what went wrong with it: '' where nothing did. */
type Act = (form: URLSearchParams, inbox: Inbox) => string | Promise<string>

const acts: Readonly<Record<string, Act>> = {
  tell: (form, inbox) => {
    const told = readTold(form.get('answer'), form.get('seconds'))
    if (!told) return 'There is no such answer.'
    inbox.tell(told)
    return ''
  },
  clear: (_, inbox) => {
    inbox.clear()
    return ''
  },
  register: async (_, { webhook }) => {
    await webhook.register()
    return ''
  },
  test: (_, { webhook }) => webhook.test(),
  replay: (form, { webhook }) => webhook.replay(form.get('event') ?? ''),
}

/**
 * `POST /webhooks` is where the gateway delivers. `GET /inbox` shows it: `/inbox/stream` tells the page what happens, `/inbox/{number}` is a
 * whole delivery, and `POST /inbox` does what is pressed.
 */
export const inboxRoutes = (inbox: Inbox): Routes => ({
  'POST /webhooks': ({ url, ...request }) =>
    url.pathname === '/webhooks' ? inbox.receive(request) : page(missingPage(), 404),
  'GET /inbox': ({ url }) => {
    const [, , part] = url.pathname.split('/')
    if (part === undefined)
      return page(inboxPage(inbox.webhook.url), 200, {
        'content-security-policy': scriptPagePolicy("connect-src 'self'"),
      })
    if (part === 'stream') return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: inbox.show }
    const delivery = inbox.find(Number(part))
    return delivery ? json(delivery) : page(missingPage(), 404)
  },
  'GET /inbox.js': serveScript(new URL('browser/main.ts', import.meta.url)),
  'POST /inbox': async ({ form }) => {
    const name = form.get('act') ?? ''
    const act = Object.hasOwn(acts, name) && acts[name]
    return act ? json({ trouble: await act(form, inbox) }) : { status: 400 }
  },
})
