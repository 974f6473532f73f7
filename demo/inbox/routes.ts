import type { Bank } from '../shop/bank.ts'
import { json, page, type Routes } from '../shop/response.ts'
import { serveScript } from '../shop/bundle.ts'
import { missingPage } from '../shop/pages/receipt.ts'
import { scriptPagePolicy } from '../shop/policy.ts'
import { readSetting } from './responses.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage } from './page.ts'

/** An action of the page. Returns an error text, or '' on success. */
type Action = (form: URLSearchParams, inbox: Inbox) => string | Promise<string>

const actions: Readonly<Record<string, Action>> = {
  respond: (form, inbox) => {
    const setting = readSetting(form.get('response'), form.get('seconds'))
    if (!setting) return 'Invalid response or number of seconds.'
    inbox.respondWith(setting)
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
 * `POST /webhooks` receives deliveries. `GET /inbox` is the page, `/inbox/stream` its server-sent events, `/inbox/{number}` a full delivery,
 * and `POST /inbox` runs an action.
 */
export const inboxRoutes = (inbox: Inbox, bank: Bank): Routes => ({
  'POST /webhooks': ({ url, ...request }) =>
    url.pathname === '/webhooks' ? inbox.receive(request) : page(missingPage(), 404),
  'GET /inbox': ({ url }) => {
    const [, , part] = url.pathname.split('/')
    if (part === undefined)
      return page(inboxPage(inbox.state(), bank), 200, {
        'content-security-policy': scriptPagePolicy("connect-src 'self'"),
      })
    if (part === 'stream') return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: inbox.show }
    const delivery = inbox.find(Number(part))
    return delivery ? json(delivery) : page(missingPage(), 404)
  },
  'GET /inbox.js': serveScript(new URL('browser/main.ts', import.meta.url)),
  'POST /inbox': async ({ form }) => {
    const name = form.get('act') ?? ''
    const action = Object.hasOwn(actions, name) && actions[name]
    return action ? json({ error: await action(form, inbox) }) : { status: 400 }
  },
})
