import { SluiceError, type SluiceClient } from '../../widget/client/index.ts'
import type { Registration } from './delivery.ts'

/** Time for the gateway to store the effect of a response. */
const refreshDelayMs = 500

const errorText = (error: unknown): string => {
  if (error instanceof SluiceError) return error.items[0]?.message.text ?? 'The gateway is not responding.'
  console.error(error)
  return 'Internal error in the shop'
}

/**
 * Registers the inbox as a webhook and holds its signing secret in memory. A failure is shown on the inbox page and does not stop the shop.
 *
 * @param url receives all events
 */
export const openWebhook = (sluice: SluiceClient, url: string) => {
  let registration: Registration = { state: 'registering' }
  let registered: { id: string; secret: string } | undefined
  const listeners: ((registration: Registration) => void)[] = []

  const setRegistration = (next: Registration): void => {
    registration = next
    for (const listener of listeners) listener(next)
  }
  const fail = (error: unknown): void => setRegistration({ state: 'failed', reason: errorText(error) })

  /**
   * The gateway returns a secret only once. For a webhook that exists already the secret is rotated: pending deliveries are then signed with
   * the new secret, whereas a new registration would lose them.
   */
  const readSecret = async ({ id, secret }: { id: string; secret: string | null }): Promise<string> => {
    const current = secret ?? (await sluice.rotateWebhookSecret(id)).webhook.secret
    if (current === null) throw new Error('The gateway did not return a secret.')
    return current
  }

  /** Reads the registration: the gateway may have disabled the webhook, or a user may have changed it. */
  const refresh = async (): Promise<void> => {
    if (!registered) return
    const { id } = registered
    const { webhooks } = await sluice.listWebhooks()
    const found = webhooks.find((webhook) => webhook.id === id)
    if (!found) return setRegistration({ state: 'failed', reason: 'This webhook was deleted.' })
    if (found.enabled) return setRegistration({ state: 'enabled' })
    setRegistration({ state: 'disabled', reason: found.disabledReason?.text ?? 'This webhook was disabled.' })
  }

  const call = async (operation: (id: string) => Promise<unknown>): Promise<string> => {
    if (!registered) return 'This inbox is not registered.'
    return operation(registered.id).then(() => '', errorText)
  }

  return {
    url,
    registration: (): Registration => registration,
    /** The signing secret; null until registered. */
    secret: (): string | null => registered?.secret ?? null,
    onChange: (listener: (registration: Registration) => void): void => void listeners.push(listener),
    /** Registers the webhook for all event kinds, or enables it again. */
    register: async (): Promise<void> => {
      setRegistration({ state: 'registering' })
      try {
        const { webhook } = await sluice.createWebhook({ url, enabled: true, subscribedEvents: null, headers: null })
        registered = { id: webhook.id, secret: await readSecret(webhook) }
        setRegistration({ state: 'enabled' })
      } catch (error) {
        fail(error)
      }
    },
    refresh: (): Promise<void> => refresh().catch(fail),
    /** Refreshes once the gateway has processed a response that may disable the webhook. */
    refreshSoon: (): void => void setTimeout(() => void refresh().catch(fail), refreshDelayMs).unref(),
    /** Requests a test event. Returns an error text, or '' on success. */
    test: (): Promise<string> => call((id) => sluice.testWebhook(id)),
    /** Requests another delivery of an event. Returns as `test` does. */
    replay: (event: string): Promise<string> => call((id) => sluice.replayEvent(event, { webhook: id })),
  }
}

export type Webhook = ReturnType<typeof openWebhook>
