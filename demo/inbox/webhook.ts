import { SluiceError, type SluiceClient } from '../../widget/client/index.ts'
import type { Registration } from './delivery.ts'

/** The gateway writes down what an answer meant after it has heard it. */
const soonMs = 500

const reasonOf = (error: unknown): string => {
  if (error instanceof SluiceError) return error.items[0]?.message.text ?? 'The gateway does not answer.'
  console.error(error)
  return 'Something broke in the shop.'
}

/**
 * The registration of an address with the gateway, and the secret that its deliveries are signed with, which is kept in memory alone. The shop
 * runs without it: what goes wrong here is to be seen on the inbox's page, and stops nothing.
 *
 * @param url where the gateway is to deliver everything that happens
 */
export const openWebhook = (sluice: SluiceClient, url: string) => {
  let registration: Registration = { state: 'registering' }
  let known: { id: string; secret: string } | undefined
  const listeners: ((registration: Registration) => void)[] = []

  const become = (next: Registration): void => {
    registration = next
    for (const hear of listeners) hear(next)
  }
  const fail = (error: unknown): void => become({ state: 'failed', reason: reasonOf(error) })

  /**
   * An address that was registered before is not told its secret again. Another one is as good: what waits to be delivered is signed by
   * it, too, while a new registration would lose that.
   */
  const secretOf = async ({ id, secret }: { id: string; secret: string | null }): Promise<string> => {
    const shown = secret ?? (await sluice.rotateWebhookSecret(id)).webhook.secret
    if (shown === null) throw new Error('The gateway showed no secret.')
    return shown
  }

  /** Asks how it stands: the gateway gives up a webhook that is gone, and somebody may have changed this one. */
  const look = async (): Promise<void> => {
    if (!known) return
    const { id } = known
    const { webhooks } = await sluice.listWebhooks()
    const found = webhooks.find((webhook) => webhook.id === id)
    if (!found) return become({ state: 'failed', reason: 'Somebody has deleted this webhook.' })
    if (found.enabled) return become({ state: 'enabled' })
    become({ state: 'disabled', reason: found.disabledReason?.text ?? 'Somebody has disabled this webhook.' })
  }

  const ask = async (what: (id: string) => Promise<unknown>): Promise<string> => {
    if (!known) return 'The gateway does not know this inbox.'
    return what(known.id).then(() => '', reasonOf)
  }

  return {
    url,
    registration: (): Registration => registration,
    /** What deliveries are signed with; null before the gateway has said. */
    secret: (): string | null => known?.secret ?? null,
    onChange: (hear: (registration: Registration) => void): void => void listeners.push(hear),
    /** Registers the address for all kinds, or takes it into service again. */
    register: async (): Promise<void> => {
      become({ state: 'registering' })
      try {
        const { webhook } = await sluice.createWebhook({ url, enabled: true, subscribedEvents: null, headers: null })
        known = { id: webhook.id, secret: await secretOf(webhook) }
        become({ state: 'enabled' })
      } catch (error) {
        fail(error)
      }
    },
    look: (): Promise<void> => look().catch(fail),
    /** For when the gateway has just heard an answer that may have made it give this webhook up. */
    lookSoon: (): void => void setTimeout(() => void look().catch(fail), soonMs).unref(),
    /** Has the gateway send a test. Answers what went wrong; '' where nothing did. */
    test: (): Promise<string> => ask((id) => sluice.testWebhook(id)),
    /** Has the gateway deliver an event once more. Answers as `test` does. */
    replay: (event: string): Promise<string> => ask((id) => sluice.replayEvent(event, { webhook: id })),
  }
}

export type Webhook = ReturnType<typeof openWebhook>
